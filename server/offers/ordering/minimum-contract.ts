import { type Cents, cents, dollars } from '../../contract/money';

/** What an offer of these goods lacks; 0 where it has enough. */
export const missingToMinimum = (goods: Cents, minimum: Cents): Cents => cents(Math.max(0, minimum - goods));

/** "Stridewell has a $500.00 minimum order. Add $120.00 more." */
export const belowMinimumOrder = (seller: string, minimum: Cents, missing: Cents) =>
  `${seller} has a ${dollars(minimum)} minimum order. Add ${dollars(missing)} more.`;
