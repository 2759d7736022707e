import type { Sort } from '../../server/search/contract';

export const sortOptions: readonly { value: Sort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'percent_off_msrp_desc', label: 'Biggest discount' },
  { value: 'seller_price_cents_asc', label: 'Price: low to high' },
  { value: 'seller_price_cents_desc', label: 'Price: high to low' },
  { value: 'msrp_cents_asc', label: 'MSRP: low to high' },
  { value: 'msrp_cents_desc', label: 'MSRP: high to low' },
];
