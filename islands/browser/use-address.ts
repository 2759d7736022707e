import { useCallback, useRef, useState } from 'react';
import { queryString } from './api';
import { pushAddress } from './history';

type Fields = Readonly<Record<string, string | number>>;

function addressOf<Asked extends Fields>(path: string, usual: Asked, asked: Asked): string {
  const unusual = Object.entries(asked).filter(([name, value]) => value !== usual[name]);
  const search = queryString(Object.fromEntries(unusual));
  return search ? `${path}?${search}` : path;
}

const TYPED = 'query';

/** `choose` adds a history entry, `adjust` replaces it. `latest` is current even before the next render. */
export function useAddress<Asked extends Fields>(path: string, usual: Asked, given: Partial<Asked>) {
  const [asked, setAsked] = useState<Asked>({ ...usual, ...given });
  const latest = useRef(asked);
  const typing = useRef(false);
  const usually = useRef(usual);
  usually.current = usual;

  const become = useCallback(
    (change: Partial<Asked>) => {
      latest.current = { ...latest.current, ...change };
      setAsked(latest.current);
      return addressOf(path, usually.current, latest.current);
    },
    [path],
  );
  const adjust = useCallback(
    (change: Partial<Asked>) => history.replaceState(history.state, '', become(change)),
    [become],
  );
  const choose = useCallback(
    (change: Partial<Asked>) => {
      const types = TYPED in change;
      if (types && typing.current) adjust(change);
      else void pushAddress(become(change));
      typing.current = types;
    },
    [adjust, become],
  );
  return { asked, latest, choose, adjust };
}
