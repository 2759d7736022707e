import { useEffect, useState } from 'react';
import { checkUpc } from '../../server/products/contract';
import { call } from '../kit/api';

const DELAY_MS = 400;

export type UpcState = 'unknown' | 'checking' | 'free' | 'taken';

/** Whether a UPC can be had, asked while it is typed; a product's own is not asked for. */
export function useUpc(upc: string, own: { id: number; upc: string } | null): UpcState {
  const [answer, setAnswer] = useState<{ upc: string; free: boolean } | null>(null);
  const asked = /^\d{8,14}$/.test(upc) && upc !== own?.upc ? upc : null;
  const ownId = own?.id;

  useEffect(() => {
    if (asked === null) return;
    let stale = false;
    const timer = setTimeout(async () => {
      try {
        const { available } = await call(checkUpc, {}, undefined, {
          upc: asked,
          ...(ownId && { id: ownId }),
        });
        if (!stale) setAnswer({ upc: asked, free: available });
      } catch {
        // Not to be had just now: the server looks again when the step is saved.
        if (!stale) setAnswer({ upc: asked, free: true });
      }
    }, DELAY_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked, ownId]);

  if (asked === null) return 'unknown';
  if (answer?.upc !== asked) return 'checking';
  return answer.free ? 'free' : 'taken';
}
