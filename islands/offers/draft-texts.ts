import { useEffect, useState } from 'react';
import { readAccountValue, writeAccountValue } from '../browser/account-store';

/** More than a field accepts, so that a text that is too long can be shortened later. */
const MAX_TEXT_LENGTH = 2_000;
const MAX_TEXTS = 40;
const TEXTS = 'offer texts';

type Field = 'note' | 'instructions' | 'po_number';
type Texts = Map<string, string>;

const nameOf = (offerId: string | undefined, field: Field) => `${field} ${offerId}`;

const readTexts = (): Texts => new Map(readAccountValue<[name: string, text: string][]>(TEXTS));

function storeText(name: string, text: string | null) {
  const texts = readTexts();
  texts.delete(name);
  if (text !== null) texts.set(name, text.slice(0, MAX_TEXT_LENGTH));
  const newest = [...texts].slice(-MAX_TEXTS);
  writeAccountValue(TEXTS, newest.length > 0 ? newest : null);
}

/** Text typed for an offer and not sent yet, kept in the browser's tab; null if there is none. */
export function useDraftText(offerId: string | undefined, field: Field) {
  const name = nameOf(offerId, field);
  const [text, setText] = useState<string | null>(null);
  // After hydration: the server's page has no stored text.
  useEffect(() => {
    const stored = readTexts().get(name);
    if (stored !== undefined) setText(stored);
  }, [name]);
  return [
    text,
    (next: string | null) => {
      setText(next);
      storeText(name, next);
    },
  ] as const;
}

/** The offer left the cart with its texts. */
export function clearDraftTexts(offerId: string) {
  for (const field of ['note', 'instructions', 'po_number'] as const) storeText(nameOf(offerId, field), null);
}
