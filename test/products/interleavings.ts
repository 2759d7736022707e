import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../db/connection';
import { type Tx, transaction } from '../../db/transaction';
import { returnStock, setCountedUnits, setUnitsOfMany } from '../../server/products/stock';
import { anOrder, aSellerRow, sellStock } from './support';

/** Products that are written together. */
const BLOCK = 100;
const STEPS = 8;
const FIRST_UNITS = 50n;
const MAX_COUNT = 80;

/** Integers below `most`, the same for a seed. */
function randomOf(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

type Random = ReturnType<typeof randomOf>;

/** What one product has to be, by the rule alone. Moments are whole numbers; step n lies between moments n - 1 and n. */
class Oracle {
  units = FIRST_UNITS;
  /** For which moment the units were set. */
  private setFor = Number.NEGATIVE_INFINITY;
  private readonly moves: { readonly at: number; readonly units: bigint }[] = [];

  constructor(readonly id: number) {}

  move(step: number, units: bigint) {
    this.units += units;
    this.moves.push({ at: step - 0.5, units });
  }

  edit(step: number, units: bigint) {
    this.units = units;
    this.setFor = step - 0.5;
  }

  /** Whether the count is outdated. */
  count(moment: number, units: bigint): boolean {
    if (this.setFor > moment) return true;
    const since = this.moves.reduce((sum, move) => (move.at > moment ? sum + move.units : sum), 0n);
    this.units = units + since < 0n ? 0n : units + since;
    this.setFor = moment;
    return false;
  }
}

interface Sold {
  readonly orderId: number;
  readonly lines: readonly { readonly product: Oracle; readonly quantity: bigint }[];
}

class Block {
  readonly products: readonly Oracle[];
  private readonly moments: Date[] = [];
  private readonly orders: Sold[] = [];

  constructor(
    private readonly db: Db,
    ids: readonly number[],
    private readonly random: Random,
  ) {
    this.products = ids.map((id) => new Oracle(id));
  }

  async run(): Promise<void> {
    await this.passMoment();
    for (let step = 1; step <= STEPS; step++) {
      await this.act(step);
      await this.passMoment();
    }
    const rows = await this.db('products')
      .whereIn(
        'id',
        this.products.map(({ id }) => id),
      )
      .orderBy('id')
      .select('id', 'units');
    expect(rows.map(({ units }) => units)).toEqual(this.products.map(({ units }) => units));
  }

  /** A Date has milliseconds, the database microseconds. */
  private async passMoment() {
    await delay(2);
    const { rows } = await this.db.raw<{ rows: [{ at: Date }] }>('select clock_timestamp() as at');
    this.moments.push(rows[0].at);
    await delay(2);
  }

  private act(step: number): Promise<void> {
    const kind = this.random(6);
    if (kind < 2) return this.sell(step);
    if (kind === 2) return this.takeBack(step);
    return kind === 3 ? this.edit(step) : this.count();
  }

  private some(): Oracle[] {
    return this.products.filter(() => this.random(3) > 0);
  }

  private async sell(step: number) {
    const lines = this.some().flatMap((product) => {
      const quantity = BigInt(this.random(12));
      return quantity > 0n && quantity <= product.units ? [{ product, quantity }] : [];
    });
    if (lines.length === 0) return;
    const orderId = await anOrder(this.db);
    const taken = lines.map(({ product, quantity }) => ({ product_id: product.id, quantity }));
    await this.within((tx) => sellStock(tx, taken, orderId));
    for (const { product, quantity } of lines) product.move(step, -quantity);
    this.orders.push({ orderId, lines });
  }

  private async takeBack(step: number) {
    const [order] = this.orders.splice(this.random(this.orders.length), 1);
    if (!order) return;
    await this.within((tx) => returnStock(tx, order.orderId));
    for (const { product, quantity } of order.lines) product.move(step, quantity);
  }

  private async edit(step: number) {
    const edits = this.some().map((product) => ({ product, units: BigInt(this.random(MAX_COUNT)) }));
    await this.within((tx) =>
      setUnitsOfMany(
        tx,
        edits.map(({ product, units }) => ({ product_id: product.id, units })),
        'edit',
        null,
      ),
    );
    for (const { product, units } of edits) product.edit(step, units);
  }

  /** Counts of any moments so far, in any order, some again. */
  private async count() {
    const counts = this.some().map((product) => ({
      product,
      units: BigInt(this.random(MAX_COUNT)),
      moment: this.random(this.moments.length),
    }));
    const sent = counts.map(({ product, units, moment }) => ({
      product_id: product.id,
      units,
      counted_at: this.moments[moment] as Date,
    }));
    const verdicts = await this.within(async (tx) => {
      await tx('products')
        .whereIn(
          'id',
          sent.map(({ product_id }) => product_id),
        )
        .orderBy('id')
        .forNoKeyUpdate()
        .select('id');
      return setCountedUnits(tx, sent, 'edit', null);
    });
    const outdated = new Map(verdicts.map(({ product_id, is_outdated }) => [product_id, is_outdated]));
    for (const { product, units, moment } of counts)
      expect(outdated.get(product.id)).toBe(product.count(moment, units));
  }

  private within<Result>(act: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transaction(this.db, act);
  }
}

const MAKE = `with made as (
    insert into products (seller_id, name, upc, photo_1, msrp_cents, wholesale_cents, seller_price_cents, provisional, units)
    select ?, 'Mug', (? + n)::text, '/demo/mug', 2000, 900, 500, false, ?
      from generate_series(1, ?) as n
    returning id, units
  ), noted as (
    insert into stock_movements (product_id, units, reason) select id, units, 'initial' from made
  )
  select id from made order by id`;

/** Random sequences of sales, returns, edits and counts, one for each product, against the rule. */
export async function compareWithOracle(db: Db, products: number, seed: number): Promise<void> {
  const random = randomOf(seed);
  const seller = await aSellerRow(db);
  for (let made = 0; made < products; made += BLOCK) {
    const { rows } = await db.raw<{ rows: { id: number }[] }>(MAKE, [
      seller,
      100_000_000 + made,
      String(FIRST_UNITS),
      BLOCK,
    ]);
    await new Block(
      db,
      rows.map(({ id }) => id),
      random,
    ).run();
  }
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select products.id from products join stock_movements on product_id = products.id
      where seller_id = ? group by products.id having sum(stock_movements.units) <> products.units`,
    [seller],
  );
  expect(rows).toEqual([]);
}
