import { useEffect, useState } from 'react';
import type { OwnProduct } from '../../server/products/contract';

const NONE: ReadonlyMap<number, string> = new Map();

/** What buyers want of the products, by id; empty while it is loaded, and after a failure. */
export function useWanted(products: readonly OwnProduct[]): ReadonlyMap<number, string> {
  const [wanted, setWanted] = useState(NONE);
  const ids = products.map(({ id }) => id).join();
  useEffect(() => {
    let isLatest = ids !== '';
    import('./load-wanted')
      .then(({ loadWanted }) => (isLatest ? loadWanted(ids.split(',').map(Number)) : NONE))
      .then(
        (found) => isLatest && setWanted(found),
        () => undefined,
      );
    return () => {
      isLatest = false;
    };
  }, [ids]);
  return wanted;
}
