const ALONE = 'printing-one';

/** The page on paper, with this card and none of the others. */
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
