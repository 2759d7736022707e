import type { Person } from '../../server/accounts/policy';
import type { Factory } from '../support/factories';
import { addresses } from './preparations/addresses';
import { offers } from './preparations/offers';
import { orders } from './preparations/orders';

export interface Prepared {
  readonly as: Person;
  /** Of the path; without any, the document's. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The example's ids and versions → those of rows. */
  readonly ids?: Readonly<Record<string, number>>;
  readonly query?: object;
  readonly fakes?: () => Promise<void>;
}

export type Prepare = (factory: Factory) => Promise<Prepared>;

/** What each example meets: who sends it, and what is there. */
export const preparations: Readonly<Record<string, Prepare>> = { ...orders, ...offers, ...addresses };
