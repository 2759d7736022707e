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
    if (!menu.contains(event.target) || event.target.closest('a')) menu.open = false;
  });
}
