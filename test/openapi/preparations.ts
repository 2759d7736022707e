import type { Buyer, Seller } from '../../server/accounts/policy';
import type { Client } from '../support/client';
import type { Factory } from '../support/factories';
import { company } from './preparations/company';
import { offers } from './preparations/offers';
import { orders } from './preparations/orders';
import { products } from './preparations/products';
import { wants } from './preparations/wants';
import { webhooks } from './preparations/webhooks';

export interface Prepared {
  readonly as: Buyer | Seller;
  /** What is there is theirs alone; by default a key with the call's capability. */
  readonly client?: Client;
  /** Of the path; without any, the document's. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The example's ids and versions → those of rows. */
  readonly ids?: Readonly<Record<string, number>>;
  /** The example's texts → those of files. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly query?: object;
}

export type Prepare = (factory: Factory) => Promise<Prepared>;

/** What each example meets: who sends it, and what is there. */
export const preparations: Readonly<Record<string, Prepare>> = {
  ...orders,
  ...offers,
  ...products,
  ...wants,
  ...company,
  ...webhooks,
};
