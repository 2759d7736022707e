const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

// Formatted by hand in UTC, so that server and browser render the same text.

/** '2025-11-03T14:05:00Z' → 'Nov 3, 2025'. */
export function day(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** '2025-11-03T14:05:00Z' → 'Nov 3, 2025, 2:05 PM UTC'. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const hours = date.getUTCHours();
  const half = hours < 12 ? 'AM' : 'PM';
  return `${day(iso)}, ${hours % 12 || 12}:${two(date.getUTCMinutes())} ${half} UTC`;
}
