import { dayIn, timeIn } from './zones';

const DAY_MS = 86_400_000;

const BANK_ZONE = 'America/New_York';

const isoDay = (at: Date) => at.toISOString().slice(0, 10);
const utc = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date));

/** The nth of a weekday in a month, 0 for Sunday. */
const nth = (n: number, weekday: number, month: number) => (year: number) =>
  utc(year, month, 1 + ((7 + weekday - utc(year, month, 1).getUTCDay()) % 7) + (n - 1) * 7);

const last = (weekday: number, month: number) => (year: number) => {
  const end = utc(year, month + 1, 0);
  return new Date(end.getTime() - ((7 + end.getUTCDay() - weekday) % 7) * DAY_MS);
};

/** On a Sunday it is kept on Monday. On a Saturday the banks are open on Friday. */
const fixed = (month: number, date: number) => (year: number) => {
  const day = utc(year, month, date);
  return day.getUTCDay() === 0 ? new Date(day.getTime() + DAY_MS) : day;
};

const [MONDAY, THURSDAY] = [1, 4];

/** The days on which the Federal Reserve Banks move no money. */
const holidays: readonly ((year: number) => Date)[] = [
  fixed(1, 1),
  nth(3, MONDAY, 1),
  nth(3, MONDAY, 2),
  last(MONDAY, 5),
  fixed(6, 19),
  fixed(7, 4),
  nth(1, MONDAY, 9),
  nth(2, MONDAY, 10),
  fixed(11, 11),
  nth(4, THURSDAY, 11),
  fixed(12, 25),
];

export const bankHolidays = (year: number): string[] => holidays.map((inYear) => isoDay(inYear(year))).sort();

const isBankDay = (day: Date) =>
  day.getUTCDay() % 6 !== 0 && !bankHolidays(day.getUTCFullYear()).includes(isoDay(day));

/** 23:59 in New York on the last of the bank days that follow the moment. */
export function endOfBankDays(after: Date, days: number): Date {
  let day = new Date(`${dayIn(BANK_ZONE, after)}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + DAY_MS);
    if (isBankDay(day)) left--;
  }
  return timeIn(BANK_ZONE, isoDay(day), '23:59');
}
