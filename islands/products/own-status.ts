import type { OwnStatus } from '../../server/products/contract';

export const ownStatusLabels: Readonly<Record<OwnStatus, string>> = {
  live: 'Live',
  provisional: 'Provisional',
  sold_out: 'Sold out',
  paused: 'Paused',
};

export const ownStatusTones = {
  live: 'green',
  provisional: 'yellow',
  sold_out: 'gray',
  paused: 'gray',
} as const satisfies Record<OwnStatus, string>;
