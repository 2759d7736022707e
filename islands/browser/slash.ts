const TYPED_IN = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** `/` focuses the page's own search, else that of the header, except while typing or in a dialog. */
export function watchSlash() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.matches(TYPED_IN) || document.querySelector('dialog[open]')) return;
    const fields = ['main', '.site-header'].flatMap((part) => [
      ...document.querySelectorAll<HTMLInputElement>(`${part} input[type=search]`),
    ]);
    const field = fields.find((one) => one.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}
