import type { Sort } from '../../server/search/contract';

export const sortOptions: readonly { value: Sort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'msrp_cents_asc', label: 'MSRP: low to high' },
  { value: 'msrp_cents_desc', label: 'MSRP: high to low' },
];
