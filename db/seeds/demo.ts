import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import { hashPassword } from '../../server/accounts/passwords/hash';
import type { Staff } from '../../server/accounts/policy';
import { backfillAgain } from '../../server/ledger/backfill';
import type { Services } from '../../server/services';
import type { Tx } from '../transaction';
import { payOrdersOfFailedRefunds, waitForDeposits, writePayments } from './payments';
import { simulateDemoTrade } from './trade/demo-trade';
import { insertAll, restartIdentity, withId } from './write';
import { writeAddresses } from './write-addresses';
import { writeAnswerRules } from './write-answer-rules';
import { writeApiKey } from './write-api-key';
import { writeAudit } from './write-audit';
import { writeChanges } from './write-changes';
import { writeClaims } from './write-claims';
import { writeColleagues } from './write-colleagues';
import { writeMails } from './write-mails';
import { writeMessages } from './write-messages';
import { writeNotes } from './write-notes';
import { writeOrderData } from './write-order-data';
import { writeOrderRules } from './write-order-rules';
import { writePayouts } from './write-payouts';
import { writePeople } from './write-people';
import { catalogRows, writeProducts, writeStockMovements } from './write-products';
import { writeShipments } from './write-shipments';
import { writeSourcing } from './write-sourcing';
import { writeSystem } from './write-system';
import { writeViews } from './write-views';
import { writeWants } from './write-wants';
import { writeWebhook } from './write-webhook';

const WITHOUT_OFFERS = 2;

/** Some products of the documented seller get no offers, which its analytics point out. */
const tradedProducts =
  (products: ReturnType<typeof catalogRows>, sellerId: number | undefined) =>
  ({ id }: { readonly id: number }) => {
    const own = products.filter(({ seller_id }) => seller_id === id);
    return id === sellerId ? own.slice(0, -WITHOUT_OFFERS) : own;
  };

const SEED_LOCK = 604_118_255;

/** Loads the demo into an empty database, dated relative to `now`. Returns false if there are users already. */
export async function seedDemo(services: Services, now = new Date()): Promise<boolean> {
  const digest = await hashPassword(DEMO_PASSWORD);
  return services.transaction(async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    if (await tx('users').first('id')) return false;
    const people = await writePeople(tx, now, digest);
    await writeAddresses(tx, now);
    const products = catalogRows(people.sellerOfBrand);
    const trade = simulateDemoTrade(
      { ...people, productsOf: tradedProducts(products, people.sellers.get('seller')?.id) },
      now,
      {
        feeBps: services.config.feeBps,
        offerExpiryDays: services.config.offerExpiryDays,
      },
    );
    await writeProducts(tx, now, products, trade);
    await insertAll(tx, 'offers', trade.offers);
    await insertAll(tx, 'offer_products', trade.lines);
    await insertAll(tx, 'offer_history', trade.offerHistory.map(withId));
    await insertAll(tx, 'purchase_orders', trade.orders);
    await insertAll(tx, 'purchase_order_products', trade.orderLines.map(withId));
    await insertAll(tx, 'order_history', trade.orderHistory.map(withId));
    await writeStockMovements(tx, products, trade.movements);
    await writePayments(tx, trade.orders.filter(isPaid));
    await writeSourcing(tx, now);
    await writeWants(tx, now);
    await writeViews(tx, now);
    await writeNotes(tx, now, people);
    await writeAudit(tx, now, { ...people, orderHistory: trade.orderHistory });
    await restartIdentity(tx, TABLES);
    await writeMessages(tx, now);
    await writeOrderRules(tx, people.sellerOfBrand);
    await writeAnswerRules(tx, people.sellerOfBrand, now);
    await writeClaims(tx, now);
    await writeShipments(tx, now, services.config.receiptDays);
    await backfillAgain(tx);
    await writePayouts(tx, { staff: await demoStaff(tx), claimDays: services.config.claimDays, now });
    if (services.config.mail.kind === 'mailbox') await writeMails(tx, now);
    tx.beforeCommit(async () => {
      await writeSystem(tx, now);
    });
    if (services.config.stripe.kind === 'sandbox') {
      await waitForDeposits(
        tx,
        services,
        trade.orders.filter(({ status }) => status === 'requires_payment_action'),
      );
      await payOrdersOfFailedRefunds(tx, services);
    }
    await writeApiKey(tx, now);
    await writeColleagues(tx, now, digest);
    await writeChanges(tx, now);
    await writeOrderData(tx, now, services.config);
    await writeWebhook(tx, now, services.config);
    return true;
  });
}

async function demoStaff(tx: Tx): Promise<Staff> {
  const user = await tx('users').where({ admin: true }).orderBy('id').first();
  if (!user) throw new Error('The demo has no staff');
  return { ...user, kind: 'staff' } as unknown as Staff;
}

const TABLES = [
  'users',
  'buyers',
  'sellers',
  'addresses',
  'products',
  'stock_movements',
  'offers',
  'offer_products',
  'offer_history',
  'purchase_orders',
  'purchase_order_products',
  'order_history',
  'payment_attempts',
  'refunds',
  'release_notes',
  'contact_requests',
  'audit_log',
];

type Story = ReturnType<typeof simulateDemoTrade>;
type Order = Story['orders'][number] & { paid_at: Date; updated_at: Date };

const isPaid = (order: Story['orders'][number]): order is Order => order.paid_at !== null;
