import {
  cents,
  count,
  decimal,
  id,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import { type MarketGuide, type OwnDeals, type PriceGuide, showPriceGuide } from './contract';

const doc = tagged('Offers');

export default [
  doc(showPriceGuide, {
    summary: 'Show at what prices similar products sold, and what you paid',
    answer: object<PriceGuide>({
      market: nullable(
        object<MarketGuide>({
          label: text,
          p25: decimal,
          p50: decimal,
          p75: decimal,
          deals: oneOf(['10+', '25+', '50+', '100+']),
        }),
      ),
      own: object<OwnDeals>({
        count,
        last: nullable(
          object<NonNullable<OwnDeals['last']>>({
            unit_cents: cents,
            quantity: units,
            at: time,
            purchase_order_id: id,
          }),
        ),
        median_percent_of_asking: nullable(decimal),
      }),
    }),
    query: { product_id: 812 },
  }),
];
