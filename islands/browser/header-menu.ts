/** The phone's menu is a <details>: Esc and a click elsewhere close it, as with any menu. */
export function watchMenu() {
  const open = () => document.querySelector<HTMLDetailsElement>('.site-menu[open]');
  document.addEventListener('keydown', (event) => {
    const menu = open();
    if (event.key !== 'Escape' || !menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  document.addEventListener('click', (event) => {
    const menu = open();
    if (!menu || !(event.target instanceof Element)) return;
    // A link of the menu may lead to a place on this same page.
    if (!menu.contains(event.target) || event.target.closest('a')) menu.open = false;
  });
}
