import { useState } from 'react';
import { byOffer, type CartRow, SAVED } from './cart-rows';
import type { Removed } from './removed';

/** A removed line with the place where its Undo stands. */
export interface Removal extends Removed {
  place: string;
  block: number;
  index: number;
}

interface Block {
  id: string;
  /** Empty if only Undo is left of the seller. */
  rows: readonly CartRow[];
}

type CartEntry = Pick<CartRow, 'key' | 'place' | 'item'> & Partial<Pick<CartRow, 'hasLeft'>>;

/** Whether Undo has a meaning: it would overwrite a product that was added again since. */
function isUndoable({ how, line }: Removal, entries: readonly CartEntry[]) {
  const { id } = line.attributes.product;
  const found = entries.filter(({ item }) => item.line.attributes.product.id === id);
  if (how === 'removed') return found.every(({ key, hasLeft }) => hasLeft && key !== line.id);
  return found.some(({ place }) => place === SAVED);
}

/** Lines that were removed on this page, in the order of removal. */
export function useRemovals(rows: readonly CartRow[], hidden: readonly CartEntry[]) {
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const offers = byOffer(rows);
  return {
    removals: removals.filter((one) => isUndoable(one, [...rows, ...hidden])),
    add(removed: Removed) {
      const place = rows.find(({ key }) => key === removed.line.id)?.place ?? SAVED;
      const siblings = rows.filter((row) => row.place === place);
      const index = siblings.findIndex(({ key }) => key === removed.line.id);
      const block = offers.findIndex(([id]) => id === place);
      setRemovals((earlier) => [...earlier, { ...removed, place, index, block }]);
    },
    forget: (removal: Pick<Removed, 'line'>) =>
      setRemovals((current) => current.filter(({ line }) => line !== removal.line)),
  };
}

/** The offers by seller, and the places of those that lost their last line. */
export function blocksOf(rows: readonly CartRow[], removals: readonly Removal[]): Block[] {
  const blocks: Block[] = byOffer(rows).map(([id, ofOffer]) => ({ id, rows: ofOffer }));
  for (const { place, block } of [...removals].reverse())
    if (place !== SAVED && blocks.every(({ id }) => id !== place))
      blocks.splice(block, 0, { id: place, rows: [] });
  return blocks;
}

/** Puts removals back in their places; the latest first, because each index counts without it. */
export function withRemovals<Row>(rows: readonly Row[], removals: readonly Removal[]): (Row | Removal)[] {
  const items: (Row | Removal)[] = [...rows];
  for (const removal of [...removals].reverse()) items.splice(removal.index, 0, removal);
  return items;
}

export const isRemoval = (item: object): item is Removal => 'undo' in item;
