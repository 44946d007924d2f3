// Play by picture beyond HTML: the file may be dropped on its form, or pasted anywhere on the page.

/** Starts the form for pictures, where the page has one. */
export function startPicture() {
  const form = document.querySelector('form[data-picture]');
  if (!form) return;
  const input = form.elements.picture;
  const handIn = (event, files) => {
    const picture = [...(files ?? [])].find((file) => file.type === 'image/png');
    if (!picture) return;
    event.preventDefault();
    const chosen = new DataTransfer();
    chosen.items.add(picture);
    input.files = chosen.files;
    form.requestSubmit();
  };
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    // Whatever else is dropped here, the browser must not leave the page for it.
    event.preventDefault();
    handIn(event, event.dataTransfer.files);
  });
  document.addEventListener('paste', (event) => handIn(event, event.clipboardData?.files));
}
