import { useCallback, useRef, useState } from 'react';
import type { OfferProduct } from '../../server/offers/contract';
import { type Draft, draftOf } from '../offers/cart-line';
import type { CartRow } from './cart-rows';

interface Typed {
  draft: Draft;
  /** The saved values when typing began, or those saved since. */
  base: Draft;
  /** What the list shows until it is loaded again after saving. */
  stale?: Draft;
}

const isSame = (one: Draft, other: Draft) =>
  one.quantity === other.quantity && one.unit_price === other.unit_price;

const isUnsaved = ({ draft, base, stale }: Typed) => !stale || !isSame(draft, base);

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

  const isStale = ({ stale }: Typed, line: OfferProduct) => !!stale && isSame(stale, draftOf(line));
  const has = useCallback((lineId: string) => {
    const input = latest.current.get(lineId);
    return !!input && isUnsaved(input);
  }, []);
  /** Without input that was saved and that the list has shown since. */
  const inputOf = (line: OfferProduct) => {
    const found = typed.get(line.id);
    return found && (isUnsaved(found) || isStale(found, line)) ? found : undefined;
  };

  return {
    isDirty: [...typed.values()].some(isUnsaved),
    has,
    of: (line: OfferProduct): Draft => inputOf(line)?.draft ?? draftOf(line),
    type(line: OfferProduct, draft: Draft) {
      const { base, stale } = inputOf(line) ?? { base: draftOf(line) };
      const isStored = isSame(draft, base) && isSame(base, draftOf(line));
      change(line.id, isStored ? null : { draft, base, ...(stale && { stale }) });
    },
    /** Input exists, and the saved line changed since typing began. */
    conflicts(line: OfferProduct, hasLeft: boolean): boolean {
      const input = inputOf(line);
      if (!input) return false;
      const stored = draftOf(line);
      return hasLeft || !(isStale(input, line) || isSame(input.base, stored) || isSame(input.draft, stored));
    },
    /** The list shows the line as it was until it is loaded again; what is typed meanwhile starts from what was saved. */
    saved(line: OfferProduct, draft: Draft) {
      own.current.set(line.id, `${draft.quantity} ${draft.unit_price}`);
      const input = latest.current.get(line.id);
      if (input) change(line.id, { draft: input.draft, base: draft, stale: draftOf(line) });
    },
    /** Another tab changed the line, and nothing was typed here. */
    isForeign: ({ key, version, changedAt, hasLeft }: CartRow) =>
      !hasLeft &&
      Number.isFinite(changedAt) &&
      ![version, WHATEVER].includes(own.current.get(key) ?? '') &&
      !has(key),
    /** This page's own act is about to change the line. */
    adopt: ({ key }: CartRow) => void own.current.set(key, WHATEVER),
    drop: (lineId: string) => change(lineId, null),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
