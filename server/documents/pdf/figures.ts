const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Nov 24, 2026`, in UTC. */
export const printDay = (iso: string) => day.format(new Date(iso));

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `Nov 24, 2026, 3:00 PM UTC`. */
export function printTime(iso: string) {
  const at = new Date(iso);
  const hours = at.getUTCHours();
  return `${printDay(iso)}, ${hours % 12 || 12}:${twoDigits(at.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'} UTC`;
}
