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
