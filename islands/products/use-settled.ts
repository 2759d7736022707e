import { useRef } from 'react';
import type { Listing } from './use-listing';

/** The value that belongs to the products shown: until others are loaded, the one before. */
export function useSettled<Value>({ busy, failed }: Listing, value: Value): Value {
  const shown = useRef(value);
  if (!busy && failed !== 'first') shown.current = value;
  return shown.current;
}
