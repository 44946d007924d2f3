// Play by picture beyond HTML: the file may be dropped anywhere on the page, or pasted.

/** Starts the form for pictures, where the page has one. */
export function startPicture() {
  const form = document.querySelector('form[data-picture]');
  if (!form) return;
  const input = form.elements.picture;
  const hint = form.querySelector('[data-say-picture]');
  // Only files are ours; text that is pasted or dragged goes where it always goes.
  const handIn = (event, files) => {
    if (!files?.length) return;
    event.preventDefault();
    const picture = [...files].find((file) => file.type === 'image/png');
    if (!picture) {
      hint.textContent = 'That is no PNG. Save the picture as PNG and hand it in again.';
      return;
    }
    const chosen = new DataTransfer();
    chosen.items.add(picture);
    input.files = chosen.files;
    hint.textContent = `Reading ${picture.name}…`;
    form.requestSubmit();
  };
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    form.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) form.classList.remove('over');
  });
  document.addEventListener('drop', (event) => {
    form.classList.remove('over');
    if (hasFiles(event)) handIn(event, event.dataTransfer.files);
  });
  document.addEventListener('paste', (event) => handIn(event, event.clipboardData?.files));
}
