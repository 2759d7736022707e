import { hashPassword } from '../../server/accounts/password';
import type { Cents } from '../../server/contract/money';
import type { Services } from '../../server/services';
import { type Tx, transaction } from '../transaction';
import { BRANDS } from './brands';
import { CATALOGUE, type CatalogueProduct } from './catalogue';
import type { Party } from './market';
import { CONTACT_REQUESTS, CURATED, RELEASE_NOTES, TOP_SELLERS } from './notes';
import { giveBack, waitForDeposits } from './payments';
import {
  APPLICANTS,
  BUYERS,
  type BuyerPerson,
  DEMO_PASSWORD,
  type Person,
  SELLER_APPLICANTS,
  SELLERS,
  type SellerPerson,
  STAFF,
} from './people';
import { playStory } from './story';
import { share } from './variety';
import { insertAll, restartIdentity } from './write';

const DAY_MS = 86_400_000;
const SEED_LOCK = 604_118_255;

/**
 * Loads the demo's marketplace into an empty database: the same people, goods and trade, dated relative to `now`.
 * Answers false, and does nothing, where anybody has an account already.
 */
export async function seedDemo(services: Services, now = new Date()): Promise<boolean> {
  const digest = await hashPassword(DEMO_PASSWORD);
  return transaction(services.db, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    if (await tx('users').first('id')) return false;
    const cast = await writePeople(tx, now, digest);
    const goods = goodsFor(cast.sellerOfBrand);
    const story = playStory(
      { ...cast, goodsOf: ({ id }) => goods.filter((good) => good.seller_id === id) },
      now,
      {
        feeBps: services.config.feeBps,
        offerExpiryDays: services.config.offerExpiryDays,
      },
    );
    await writeProducts(tx, now, goods, story);
    await insertAll(tx, 'offers', story.offers);
    await insertAll(tx, 'offer_products', story.lines);
    await insertAll(tx, 'offer_history', story.offerHistory.map(withId));
    await insertAll(tx, 'purchase_orders', story.orders);
    await insertAll(tx, 'purchase_order_products', story.orderLines.map(withId));
    await insertAll(tx, 'order_history', story.orderHistory.map(withId));
    await writeLedger(tx, goods, story.movements);
    await giveBack(tx, story.orders.filter(isPaidAndCanceled));
    await writeNotes(tx, now, cast);
    await restartIdentity(tx, TABLES);
    if (services.config.stripe.kind === 'sandbox')
      await waitForDeposits(
        tx,
        services,
        story.orders.filter(({ status }) => status === 'requires_payment_action'),
      );
    return true;
  });
}

const TABLES = [
  'users',
  'buyers',
  'sellers',
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
];

const withId = <Row extends object>(row: Row, index: number) => ({ id: index + 1, ...row });
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

type Story = ReturnType<typeof playStory>;
type Order = Story['orders'][number] & { paid_at: Date; updated_at: Date };

const isPaidAndCanceled = (order: Story['orders'][number]): order is Order =>
  order.status === 'canceled' && order.paid_at !== null;

async function writePeople(tx: Tx, now: Date, digest: string) {
  const buyers = [...BUYERS, ...(APPLICANTS as readonly BuyerPerson[])];
  const applying: readonly SellerPerson[] = [...SELLERS, ...SELLER_APPLICANTS];
  const brandless = applying.filter(({ brand }) => !brand);
  await insertAll(
    tx,
    'buyers',
    buyers.map(({ company, category, joined }, index) => ({
      id: index + 1,
      name: company,
      category,
      created_at: daysBefore(now, joined),
    })),
  );
  await insertAll(tx, 'sellers', [
    ...BRANDS.map((brand, index) => {
      const joined = daysBefore(now, SELLERS.find((person) => person.brand === brand.slug)?.joined ?? 100);
      return {
        id: index + 1,
        name: brand.name,
        category: brand.category,
        description: brand.description,
        logo: `/demo/seller-${brand.slug}-logo`,
        banner: `/demo/seller-${brand.slug}-banner`,
        tiktok_handle: brand.social?.tiktok_handle ?? null,
        tiktok_count: brand.social?.tiktok_count ?? null,
        insta_handle: brand.social?.insta_handle ?? null,
        instagram_count: brand.social?.instagram_count ?? null,
        created_at: joined,
        updated_at: joined,
      };
    }),
    ...brandless.map((person, index) => ({
      id: BRANDS.length + index + 1,
      name: person.company ?? person.full_name,
      category: person.category ?? null,
      description: '',
      logo: null,
      banner: null,
      tiktok_handle: null,
      tiktok_count: null,
      insta_handle: null,
      instagram_count: null,
      created_at: daysBefore(now, person.joined),
      updated_at: daysBefore(now, person.joined),
    })),
  ]);
  const sellerOfBrand = new Map(BRANDS.map(({ slug }, index) => [slug, index + 1]));
  const sellerIdOf = (person: SellerPerson) =>
    person.brand ? (sellerOfBrand.get(person.brand) ?? 0) : BRANDS.length + brandless.indexOf(person) + 1;
  const account = (person: Person, id: number) => ({
    id,
    email: person.email,
    full_name: person.full_name,
    status: person.status,
    admin: false,
    buyer_id: null as number | null,
    seller_id: null as number | null,
    password_digest: person.password ? digest : null,
    features: person.features ?? [],
    created_at: daysBefore(now, person.joined),
    updated_at: daysBefore(now, person.joined),
  });
  let user = 0;
  const users = [
    ...STAFF.map((person) => ({ ...account(person, ++user), admin: true })),
    ...applying.map((person) => ({ ...account(person, ++user), seller_id: sellerIdOf(person) })),
    ...buyers.map((person, index) => ({ ...account(person, ++user), buyer_id: index + 1 })),
  ];
  await insertAll(tx, 'users', users);
  const party = (email: string, column: 'buyer_id' | 'seller_id'): [string, Party] => {
    const row = users.find((one) => one.email === email);
    return [email.replace(/@.*/, ''), { user_id: row?.id ?? 0, id: row?.[column] ?? 0 }];
  };
  return {
    sellerOfBrand,
    staffId: users[0]?.id ?? 0,
    buyers: new Map(BUYERS.map(({ email }) => party(email, 'buyer_id'))),
    sellers: new Map(SELLERS.filter(({ brand }) => brand).map(({ email }) => party(email, 'seller_id'))),
  };
}

const goodsFor = (sellerOfBrand: ReadonlyMap<string, number>) =>
  CATALOGUE.map((product, index) => ({
    id: index + 1,
    seller_id: sellerOfBrand.get(product.seller) ?? 0,
    name: product.name,
    upc: product.upc,
    sku: product.sku,
    photo: product.photos[0] ?? '',
    asking: product.seller_price_cents as Cents,
    units: product.units,
    least: product.min_order_units ?? 1n,
    inner: product.inner_quantity,
    product,
  }));

type Stocked = ReturnType<typeof goodsFor>[number];

async function writeProducts(tx: Tx, now: Date, goods: readonly Stocked[], { lines, movements }: Story) {
  await insertAll(
    tx,
    'products',
    goods.map(({ id, seller_id, product }) => {
      const wanted = lines
        .filter(({ product_id }) => product_id === id)
        .map(({ created_at }) => created_at.getTime());
      const moved = movements.filter(({ product_id }) => product_id === id);
      return productRow(id, seller_id, product, listedAt(now, id, Math.min(...wanted)), moved.at(-1)?.at);
    }),
  );
}

/** Spread over the weeks, and before anybody wanted it. */
function listedAt(now: Date, id: number, firstWanted: number) {
  const at = now.getTime() - (0.1 + share(`${id} listed`) ** 2 * 70) * DAY_MS;
  return new Date(Math.floor(Math.min(at, firstWanted - (2 + share(`${id} before`) * 9) * DAY_MS)));
}

function productRow(
  id: number,
  seller_id: number,
  product: CatalogueProduct,
  listed: Date,
  moved: Date | undefined,
) {
  const { seller: _seller, photos, ...columns } = product;
  const [photo_1, photo_2 = null, photo_3 = null, photo_4 = null, photo_5 = null] = photos;
  return {
    id,
    seller_id,
    ...columns,
    photo_1,
    photo_2,
    photo_3,
    photo_4,
    photo_5,
    provisional: false,
    provisional_errors: {},
    version: 1,
    created_at: listed,
    updated_at: moved ?? listed,
  };
}

/** What was there at first, so that first stock, sales and returns add up to what the catalogue says is left. */
async function writeLedger(tx: Tx, goods: readonly Stocked[], movements: Story['movements']) {
  const { rows } = await tx.raw<{ rows: { id: number; created_at: Date }[] }>(
    'select id, created_at from products',
  );
  const listed = new Map(rows.map(({ id, created_at }) => [id, created_at]));
  const initial = goods.flatMap(({ id, units }) => {
    const moved = movements.reduce((sum, one) => (one.product_id === id ? sum + one.units : sum), 0n);
    const first = (units ?? 0n) - moved;
    return first === 0n
      ? []
      : [
          {
            product_id: id,
            units: first,
            reason: 'initial',
            purchase_order_id: null,
            user_id: null,
            at: listed.get(id),
          },
        ];
  });
  await insertAll(tx, 'stock_movements', [...initial, ...movements].map(withId));
}

async function writeNotes(
  tx: Tx,
  now: Date,
  { buyers, sellers }: { buyers: ReadonlyMap<string, Party>; sellers: ReadonlyMap<string, Party> },
) {
  await insertAll(
    tx,
    'release_notes',
    RELEASE_NOTES.map(({ days, body, buyer, seller }, index) => ({
      id: index + 1,
      body,
      buyer,
      seller,
      created_at: daysBefore(now, days),
    })),
  );
  // The first buyer and the first seller have read everything; the others have the newest note before them.
  const readers = [...buyers.entries(), ...sellers.entries()].flatMap(([name, { user_id }]) =>
    RELEASE_NOTES.slice(0, name === 'buyer' || name === 'seller' ? undefined : -1).map(({ days }, index) => ({
      user_id,
      release_note_id: index + 1,
      at: daysBefore(now, days - 0.5),
    })),
  );
  await insertAll(tx, 'release_note_dismissals', readers);
  await insertAll(
    tx,
    'contact_requests',
    CONTACT_REQUESTS.map(({ days, ...request }, index) => ({
      id: index + 1,
      ...request,
      created_at: daysBefore(now, days),
    })),
  );
  const productId = (name: string) => {
    const at = CATALOGUE.findIndex((product) => product.name === name);
    if (at < 0) throw new Error(`No product is called ${name}`);
    return at + 1;
  };
  await insertAll(tx, 'product_tags', [
    ...TOP_SELLERS.map((name, position) => ({ tag: 'Top Sellers', product_id: productId(name), position })),
    ...CURATED.map(({ tag, name }, position) => ({ tag, product_id: productId(name), position })),
  ]);
}
