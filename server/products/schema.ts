import { id, number, object, string, text } from '../contract/fields';
import { ownStatuses } from './contract';
import { ownSorts } from './manage/rules';

const whole = (least: number, most: number, otherwise: number) =>
  number()
    .transform((value: unknown, original: unknown) => (original === '' ? undefined : value))
    .integer()
    .min(least)
    .max(most)
    .default(otherwise);

export const forSellerQuery = object({
  search: object({ name: text(500).default('') }).default({ name: '' }),
  status: string().oneOf(ownStatuses, 'Unknown status'),
  sort: string().oneOf(Object.keys(ownSorts), 'Unknown sort').default('newest'),
  page: whole(1, 1_000_000, 1),
  per: whole(1, 1_000, 1_000),
});

export const similarProductsQuery = object({ product_id: id().required() });

export const checkUpcQuery = object({ upc: text(200).default(''), id: id(), seller_id: id() });
