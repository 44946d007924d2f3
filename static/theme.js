// Sets the reader's theme before the first paint; the button in the header (app.js) changes it.
(() => {
  try {
    const theme = localStorage.getItem('daykeeper-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: as the system.
  }
})();
