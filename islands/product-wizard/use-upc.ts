import { useEffect, useState } from 'react';
import { checkUpc } from '../../server/products/contract';
import { call } from '../browser/api';

const DELAY_MS = 400;

/** `unchecked`: the request failed; the server checks again when the step is saved. */
export type UpcState = 'unknown' | 'checking' | 'free' | 'taken' | 'unchecked';

type UpcVerdict = Extract<UpcState, 'free' | 'taken' | 'unchecked'>;

/** Checks while typing whether a UPC is available; the product's current UPC is not checked. */
export function useUpc(upc: string, own: { id: number; upc: string } | null): UpcState {
  const [answer, setAnswer] = useState<{ upc: string; verdict: UpcVerdict } | null>(null);
  const candidate = /^\d{8,14}$/.test(upc) && upc !== own?.upc ? upc : null;
  const ownId = own?.id;

  useEffect(() => {
    if (candidate === null) return;
    let stale = false;
    const timer = setTimeout(async () => {
      const query = { upc: candidate, ...(ownId && { id: ownId }) };
      const verdict = await call(checkUpc, {}, undefined, query).then(
        ({ available }): UpcVerdict => (available ? 'free' : 'taken'),
        (): UpcVerdict => 'unchecked',
      );
      if (!stale) setAnswer({ upc: candidate, verdict });
    }, DELAY_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [candidate, ownId]);

  if (candidate === null) return 'unknown';
  return answer?.upc === candidate ? answer.verdict : 'checking';
}
