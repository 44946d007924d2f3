// The theme button: as the system, light, dark. theme.js applies the choice before the first paint.
const KEY = 'daykeeper-theme';
const NEXT = { '': 'light', light: 'dark', dark: '' };
const ICON = { '': 'half', light: 'sun', dark: 'moon' };

/** Shows the button and lets it go through the three themes. */
export function startTheme() {
  const button = document.querySelector('[data-theme-button]');
  if (!button) return;
  button.hidden = false;
  show(button, current());
  button.addEventListener('click', () => {
    const theme = NEXT[current()];
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    show(button, theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // The choice holds for this page only.
    }
  });
}

function current() {
  return document.documentElement.dataset.theme ?? '';
}

function show(button, theme) {
  const use = button.querySelector('use');
  use.setAttribute('href', use.getAttribute('href').replace(/#.*$/, `#${ICON[theme]}`));
  button.setAttribute('aria-label', `Theme: ${theme || 'as the system'}. Change`);
}
