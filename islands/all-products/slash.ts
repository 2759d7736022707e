import { useEffect } from 'react';

const isTyping = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** `/` focuses the search field, except while typing or in a dialog. */
export function useSlashFocusesSearch() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(document.activeElement) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('.listing-head input[type=search]')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
