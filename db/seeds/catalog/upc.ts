/** UPC-12: company prefix, five digits for the item, the check digit (GS1 General Specifications, 7.9). */
export function upc12(prefix: string, item: number): string {
  const digits = `${prefix}${String(item).padStart(5, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** Computes the check digit of eleven digits. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
