import { type Cents, percentOff } from '../../server/contract/money';

export function belowAsking(price: Cents, asking: Cents): string {
  if (price === asking) return 'At asking price';
  return `${percentOff(price, asking) || '<1'}% below asking`;
}
