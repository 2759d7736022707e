import { rowElement } from '../../live/steady/focus';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The row below the answered one; found before the answer, while both are there. */
export function keyOfNextRow(region: HTMLElement | null, key: string): string | null {
  const next = rowElement(region, key)?.nextElementSibling;
  return next instanceof HTMLElement ? (next.dataset.row ?? null) : null;
}

const isFree = (region: HTMLElement, key: string) => {
  const { activeElement: at, body } = document;
  return !at || at === body || at === region || rowElement(region, key)?.contains(at) === true;
};

/** After an answer: the next card of the tab, else the tab's heading. Never takes the focus from another element. */
export async function focusNext(region: HTMLElement | null, key: string, next: string | null) {
  await nextFrame();
  if (!region || !isFree(region, key) || region.querySelector('dialog[open]')) return;
  // The only card of its tab is shown in the one that it moved to.
  if (next === null && rowElement(region, key)) return;
  const row = next === null ? null : rowElement(region, next);
  const target = row?.querySelector<HTMLElement>('.offer-toggle') ?? region.querySelector<HTMLElement>('h2');
  target?.focus();
}
