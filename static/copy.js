// Copy buttons: each copies the text that its box shows at the moment.

/** Lets copy buttons copy, those to come too. */
export function startCopying() {
  offerCopies(document);
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) copy(button);
  });
}

/** Shows the copy buttons under `root` where the browser can copy. */
export function offerCopies(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('[data-copy]')) button.hidden = false;
}

async function copy(button) {
  const texts = [...button.closest('[data-copy-box]').querySelectorAll('pre')];
  const shown = texts.find((text) => text.offsetParent) ?? texts[0];
  const label = button.querySelector('span');
  try {
    await navigator.clipboard.writeText(shown.textContent);
    label.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(shown);
    label.textContent = 'Selected: copy it with your keyboard';
  }
}
