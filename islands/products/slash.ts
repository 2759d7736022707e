import { useEffect } from 'react';

const TYPED_IN = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** `/` focuses the search field, except while typing or in a dialog. */
export function useSlashFocusesSearch() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.matches(TYPED_IN) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('.listing-head input[type=search]')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
