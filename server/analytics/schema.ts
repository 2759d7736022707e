import { id, number, object } from '../contract/fields';
import { type AnalyticsDays, analyticsDays, DEFAULT_DAYS } from './contract';

const CHOOSE_DAYS = 'Choose 30, 90 or 365 days';

const isPeriod = (days: number) => analyticsDays.some((one) => one === days);

export const analyticsQuery = object({
  days: number<AnalyticsDays>()
    .typeError(CHOOSE_DAYS)
    .test('days', CHOOSE_DAYS, (value) => typeof value !== 'number' || Number.isNaN(value) || isPeriod(value))
    .default(DEFAULT_DAYS),
  product_id: id(),
  seller_id: id(),
});
