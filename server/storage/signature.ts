import { createHmac, timingSafeEqual } from 'node:crypto';
import { CLOCK_LEEWAY_SECONDS } from '../contract/durations';

export type StoreMethod = 'PUT' | 'GET';

export interface Signed {
  readonly method: StoreMethod;
  readonly key: string;
  /** Unix seconds. */
  readonly expires: number;
}

export function signature(secretKeyBase: string, { method, key, expires }: Signed) {
  const secret = createHmac('sha256', secretKeyBase).update('disk store addresses').digest();
  return createHmac('sha256', secret).update(`${method}\n${expires}\n${key}`).digest('hex');
}

export function isSigned(secretKeyBase: string, signed: Signed, given: string, now = Date.now()) {
  const expected = Buffer.from(signature(secretKeyBase, signed));
  const actual = Buffer.from(given);
  return (
    expected.length === actual.length &&
    timingSafeEqual(expected, actual) &&
    (signed.expires + CLOCK_LEEWAY_SECONDS) * 1000 > now
  );
}
