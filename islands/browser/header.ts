/** The menu closes by Esc, by a click elsewhere and by its links. */
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

/** The header changes its style after 10 px of scrolling, the height of the sentinel above it. */
export function watchHeader() {
  document.addEventListener('turbo:load', () => {
    const header = document.querySelector('[data-scroll-header]');
    const sentinel = document.querySelector('.scroll-sentinel');
    if (!header || !sentinel) return;
    new IntersectionObserver(([entry]) =>
      header.classList.toggle('scrolled', entry?.isIntersecting === false),
    ).observe(sentinel);
  });
}
