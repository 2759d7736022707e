const SEPARATORS = /[\s\u2010-\u2015-]/g;

/** The last digit of a GTIN makes the weighted sum of all a multiple of 10. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

const MAX_CHARACTERS = 60;

/**
 * The digits of a UPC that was exported as text ('0123) or as a number (123.0), or printed in groups. Groups need the
 * right check digit: dates and phone numbers look alike.
 */
export function upcDigits(text: string): string {
  if (text.length > MAX_CHARACTERS) return text;
  const plain = text.replace(/^'/, '').replace(/\.0+$/, '');
  if (/^\d{8,14}$/.test(plain)) return plain;
  const joined = plain.replace(SEPARATORS, '');
  return /^\d{12,14}$/.test(joined) && hasCheckDigit(joined) ? joined : text;
}

/**
 * The same for every writing of one code, which is padded to 14 digits. Fewer than 12 need the right check digit:
 * spreadsheets drop zeros, but such a number may be a code of its own.
 */
export const upcKey = (upc: string): string =>
  upc.length >= 12 || hasCheckDigit(upc) ? upc.padStart(14, '0') : upc;

/** All writings that may have the same key, to look them up. */
export function upcWritings(upc: string): string[] {
  const digits = upc.replace(/^0+/, '');
  return [8, 9, 10, 11, 12, 13, 14]
    .filter((length) => length >= digits.length)
    .map((length) => digits.padStart(length, '0'));
}

/** Values by UPC: the exact writing comes before another writing of the same code. */
export class UpcMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #writings = new Map<string, string>();

  /** Returns the writing under which the code is stored. */
  writingOf(upc: string): string {
    return this.#values.has(upc) ? upc : (this.#writings.get(upcKey(upc)) ?? upc);
  }

  /** Whether exactly this writing is stored. */
  has(upc: string): boolean {
    return this.#values.has(upc);
  }

  get(upc: string): Value | undefined {
    return this.#values.get(this.writingOf(upc));
  }

  /** Replaces the value of this code. */
  set(upc: string, value: Value) {
    this.add(this.writingOf(upc), value);
  }

  /** Adds a value under exactly this writing. */
  add(upc: string, value: Value) {
    this.#values.set(upc, value);
    if (!this.#writings.has(upcKey(upc))) this.#writings.set(upcKey(upc), upc);
  }
}
