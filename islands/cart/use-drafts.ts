import { useCallback, useRef, useState } from 'react';
import type { OfferProduct } from '../../server/offers/contract';
import { type Draft, draftOf } from '../offers/cart-line';
import type { CartRow } from './cart-rows';

interface Typed {
  draft: Draft;
  /** The saved values when typing began. */
  base: Draft;
}

const isSame = (one: Draft, other: Draft) =>
  one.quantity === other.quantity && one.unit_price === other.unit_price;

const WHATEVER = '*';

/** Unsaved input of the cart's lines. Not a useForm: many drafts at once, which outlive their rows. */
export function useDrafts() {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const latest = useRef(typed);
  latest.current = typed;
  const own = useRef(new Map<string, CartRow['version'] | typeof WHATEVER>());

  const change = useCallback((lineId: string, next: Typed | null) => {
    setTyped((known) => {
      const rest = [...known].filter(([id]) => id !== lineId);
      return new Map(next ? [...rest, [lineId, next]] : rest);
    });
  }, []);

  return {
    isDirty: typed.size > 0,
    has: useCallback((lineId: string) => latest.current.has(lineId), []),
    of: (line: OfferProduct): Draft => typed.get(line.id)?.draft ?? draftOf(line),
    type(line: OfferProduct, draft: Draft) {
      const base = typed.get(line.id)?.base ?? draftOf(line);
      change(line.id, isSame(draft, base) && isSame(base, draftOf(line)) ? null : { draft, base });
    },
    /** Input exists, and the saved line changed since typing began. */
    conflicts(line: OfferProduct, hasLeft: boolean): boolean {
      const known = typed.get(line.id);
      if (!known) return false;
      const stored = draftOf(line);
      return hasLeft || (!isSame(known.base, stored) && !isSame(known.draft, stored));
    },
    /** Discards the input that was saved, but not what was typed since. */
    saved(lineId: string, draft: Draft) {
      own.current.set(lineId, `${draft.quantity} ${draft.unit_price}`);
      const known = latest.current.get(lineId);
      if (known && isSame(known.draft, draft)) change(lineId, null);
      else if (known) change(lineId, { ...known, base: draft });
    },
    /** Another tab changed the line, and nothing was typed here. */
    isForeign: ({ key, version, changedAt, hasLeft }: CartRow) =>
      !hasLeft &&
      Number.isFinite(changedAt) &&
      ![version, WHATEVER].includes(own.current.get(key) ?? '') &&
      !typed.has(key),
    /** This page's own act is about to change the line. */
    adopt: ({ key }: CartRow) => void own.current.set(key, WHATEVER),
    drop: (lineId: string) => change(lineId, null),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
