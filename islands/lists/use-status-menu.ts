import { useEffect } from 'react';

/** Closes the statuses of the search above the list on Escape, and when a press or the focus goes elsewhere. */
export function useStatusMenu() {
  useEffect(() => {
    const menu = document.querySelector<HTMLDetailsElement>('.list-statuses details');
    if (!menu) return;
    const aborted = new AbortController();
    const { signal } = aborted;
    const closeOutside = ({ target }: Event) => {
      if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    menu.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !menu.open) return;
        // On phones the same key would also close the sheet around it.
        event.preventDefault();
        menu.open = false;
        menu.querySelector('summary')?.focus();
      },
      { signal },
    );
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    return () => aborted.abort();
  }, []);
}
