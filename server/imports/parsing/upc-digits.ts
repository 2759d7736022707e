const SEPARATORS = /[\s\u2010-\u2015-]/g;

/** The last digit of a GTIN makes the weighted sum of all a multiple of 10. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * The digits of a UPC that was exported as text ('0123) or as a number (123.0), or printed in groups. Groups need the
 * right check digit: dates and phone numbers look alike.
 */
export function upcDigits(text: string): string {
  const plain = text.replace(/^'/, '').replace(/\.0+$/, '');
  if (/^\d{8,14}$/.test(plain)) return plain;
  const joined = plain.replace(SEPARATORS, '');
  return /^\d{12,14}$/.test(joined) && hasCheckDigit(joined) ? joined : text;
}
