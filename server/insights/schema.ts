import { number, object, paged, string, text } from '../contract/fields';
import { isDay } from '../lists/rules';
import { auditSubjects } from './audit/contract';
import { type OverviewDays, overviewDays } from './contract';
import { type StuckAge, stuckAges } from './stuck/contract';

const MAX_PER_PAGE = 1_000;

/** A day in UTC. */
const day = () => text(10).test('day', 'Enter a date like 2026-01-31', (value) => !value || isDay(value));

/** `scope` is a JSON object of whitelisted columns; without `page` and `per` the whole list is streamed. */
export const listQuery = object({
  scope: text(20_000),
  query: text(200),
  kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
  /** Creation days, inclusive. */
  from: day(),
  to: day(),
  sort: text(50),
  dir: string<'asc' | 'desc'>().oneOf(['asc', 'desc']),
  page: number().integer().min(1),
  per: number().integer().min(1).max(MAX_PER_PAGE),
});

export const auditQuery = paged().shape({
  query: text(200),
  about: string().oneOf([...Object.keys(auditSubjects), '']),
  /** Days of the act, inclusive. */
  from: day(),
  to: day(),
});

export const overviewQuery = object({
  days: number<OverviewDays>()
    .oneOf([...overviewDays])
    .default(90),
});

export const stuckRowsQuery = object({
  page: number().integer().min(1).default(1),
  age: string<StuckAge>().oneOf(Object.keys(stuckAges) as StuckAge[]),
});
