import { companyOf, ofCompany, type Trader } from '../../accounts/company/company';
import type { Services } from '../../services';

interface Named {
  readonly id: number;
}

type Db = Pick<Services, 'db'>;

export const findOwnWebhook = (viewer: Trader, { id }: Named, { db }: Db) =>
  db('webhooks')
    .where(ofCompany(companyOf(viewer)))
    .where({ id })
    .first('id');

export const findOwnDelivery = (viewer: Trader, { id }: Named, { db }: Db) =>
  db('webhook_deliveries')
    .where({ id })
    .whereIn(
      'webhook_id',
      db('webhooks')
        .where(ofCompany(companyOf(viewer)))
        .select('id'),
    )
    .first('id', 'webhook_id');
