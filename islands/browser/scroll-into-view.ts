export function scrollIntoView(row: HTMLElement | null) {
  const here = row?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]');
  if (!row || !here) return;
  const left = here.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;
  row.scrollLeft = left - (row.clientWidth - here.offsetWidth) / 2;
}
