import { type RefObject, useEffect, useRef } from 'react';

/** Sent to a card by the keys of the list. */
export const CARD_KEY = 'offer-key';

export type CardAct = 'accept' | 'reject' | 'counter' | 'message';

export function useCardKeys(card: RefObject<HTMLElement | null>, onKey: (act: CardAct) => void) {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const element = card.current;
    const heard = (event: Event) => latest.current((event as CustomEvent<CardAct>).detail);
    element?.addEventListener(CARD_KEY, heard);
    return () => element?.removeEventListener(CARD_KEY, heard);
  }, [card]);
}
