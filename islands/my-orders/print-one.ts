const ALONE = 'printing-one';

/** Prints the page with this card only. */
export function printOne(card: Element | null) {
  const page = document.documentElement;
  window.addEventListener(
    'afterprint',
    () => {
      page.classList.remove(ALONE);
      card?.classList.remove(ALONE);
    },
    { once: true },
  );
  page.classList.add(ALONE);
  card?.classList.add(ALONE);
  window.print();
}
