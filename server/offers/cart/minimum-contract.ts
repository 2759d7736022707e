import { type Cents, cents, dollars } from '../../contract/money';

export const missingToMinimum = (goods: Cents, minimum: Cents): Cents => cents(Math.max(0, minimum - goods));

export const belowMinimumOrder = (seller: string, minimum: Cents, missing: Cents) =>
  `${seller} has a ${dollars(minimum)} minimum order. Add ${dollars(missing)} more.`;
