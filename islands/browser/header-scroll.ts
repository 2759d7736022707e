/** The header changes its looks after 10 px of scrolling: as tall as the sentinel above it is. */
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
