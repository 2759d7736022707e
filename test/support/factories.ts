import { randomBytes } from 'node:crypto';
import type { OfferRow, ProductRow } from '../../db/tables';
import type { UserStatus } from '../../server/accounts/contract';
import { createKey } from '../../server/accounts/keys/api-key';
import { hashPassword } from '../../server/accounts/passwords/hash';
import type { Buyer, Person, Seller, Staff } from '../../server/accounts/policy';
import { personById } from '../../server/accounts/queries';
import { isActive } from '../../server/contract/account-status';
import { type Capability, keyCapabilities, type Role } from '../../server/contract/capabilities';
import { type Cents, cents, type Units } from '../../server/contract/money';
import { accept } from '../../server/offers/acceptance';
import { addToCart, moveCartLine } from '../../server/offers/cart/cart';
import { submit } from '../../server/offers/cart/submission';
import { counter, reject } from '../../server/offers/negotiation';
import { linesOf } from '../../server/offers/queries';
import type { Services } from '../../server/services';
import type { RunningApp } from './app';
import { Client } from './client';

export const PASSWORD = 'a-password-of-the-tests';
let digest: Promise<string> | null = null;

const unique = () => randomBytes(5).toString('hex');

interface PersonOverrides {
  email?: string;
  status?: UserStatus;
  name?: string;
  features?: ('shopify' | 'alternate_routes')[];
}

interface MemberOverrides extends PersonOverrides {
  order_limit_cents?: Cents | null;
  month_limit_cents?: Cents | null;
}

interface KeyOverrides {
  name?: string;
  capabilities?: readonly Capability[];
  limits?: { order_limit_cents?: Cents; month_limit_cents?: Cents };
}

/** Creates rows with their parents; states are reached by the product's own actions. */
export class Factory {
  private upc = 10_000_000_000 + Math.floor(Math.random() * 80_000_000_000);

  constructor(readonly app: Pick<RunningApp, 'services' | 'origin'>) {}

  get services(): Services {
    return this.app.services;
  }

  get db() {
    return this.services.db;
  }

  private async person(
    kind: object,
    { email, status = 'onboarded', name, features = [] }: PersonOverrides,
  ): Promise<Person> {
    digest ??= hashPassword(PASSWORD);
    const [user] = await this.db('users')
      .insert({
        email: email ?? `${unique()}@example.com`,
        full_name: name ?? 'Ada Example',
        status,
        features,
        password_digest: isActive({ status }) || status === 'denied' ? await digest : null,
        ...kind,
      })
      .returning('id');
    const found = user && (await personById(this.db, user.id, { sessionKey: 'tests', via: 'cookie' }));
    if (!found) throw new Error('The person was not made');
    return found;
  }

  async aBuyer(overrides: PersonOverrides = {}): Promise<Buyer> {
    const name = overrides.name ?? `Buyer ${unique()}`;
    const [buyer] = await this.db('buyers').insert({ name, category: 'Liquidator' }).returning('id');
    return (await this.person({ buyer_id: buyer?.id }, overrides)) as Buyer;
  }

  async aSeller(
    overrides: PersonOverrides & { description?: string; logo?: string | null } = {},
  ): Promise<Seller> {
    const name = overrides.name ?? `Seller ${unique()}`;
    const [seller] = await this.db('sellers')
      .insert({
        name,
        category: 'apparel',
        description: overrides.description ?? 'Goods of the tests.',
        logo: overrides.logo === undefined ? '/demo/seller-harrow-pine-logo' : overrides.logo,
      })
      .returning('id');
    return (await this.person({ seller_id: seller?.id }, overrides)) as Seller;
  }

  /** Another person of the company. */
  aMember<Colleague extends Buyer | Seller>(
    { buyer_id, seller_id }: Colleague,
    role: Role,
    { order_limit_cents = null, month_limit_cents = null, ...overrides }: MemberOverrides = {},
  ): Promise<Colleague> {
    const limits = { order_limit_cents, month_limit_cents };
    const columns = { buyer_id, seller_id, role, is_primary: false, ...limits };
    return this.person(columns, overrides) as Promise<Person> as Promise<Colleague>;
  }

  /** An API key of the owner's company, by default with all that it may hold. */
  async aKey(owner: Buyer | Seller, { name = 'ERP sync', capabilities, limits = {} }: KeyOverrides = {}) {
    const { api_key, secret } = await createKey(this.services, owner, {
      name,
      capabilities: capabilities ?? keyCapabilities[owner.kind],
      expires_in_days: 365,
      ...limits,
    });
    return { ...api_key, secret, client: this.byKey(secret) };
  }

  byKey(secret: string): Client {
    return new Client(this.app.origin, { Authorization: `Bearer ${secret}` });
  }

  async staff(overrides: PersonOverrides = {}): Promise<Staff> {
    return (await this.person({ admin: true }, overrides)) as Staff;
  }

  /** Default: listed, complete, 100 units at $10.00 of $20.00. */
  async aProduct(overrides: Partial<ProductRow> & { seller?: Seller } = {}): Promise<ProductRow> {
    const { seller, ...columns } = overrides;
    const units: Units | null = columns.units === undefined ? 100n : columns.units;
    const [product] = await this.db('products')
      .insert({
        seller_id: seller?.seller_id ?? (await this.aSeller()).seller_id,
        name: `Product ${unique()}`,
        upc: String(this.upc++)
          .padStart(12, '0')
          .slice(-12),
        photo_1: '/demo/mug-cream',
        msrp_cents: cents(2_000),
        wholesale_cents: cents(1_500),
        seller_price_cents: cents(1_000),
        provisional: false,
        ...columns,
        units,
      })
      .returning('*');
    if (!product) throw new Error('The product was not made');
    if (units) await this.db('stock_movements').insert({ product_id: product.id, units, reason: 'initial' });
    return product;
  }

  private userOf = async (sellerId: number): Promise<Seller> => {
    const user = await this.db('users').where({ seller_id: sellerId }).first('id');
    if (!user) throw new Error(`Seller ${sellerId} has no user`);
    return (await personById(this.db, user.id, { sessionKey: 'tests', via: 'cookie' })) as Seller;
  };

  /** Creates an offer in the given state. Default: one line of 10 units. */
  async anOffer({
    buyer,
    seller,
    state = 'seller_review',
    lines,
  }: {
    buyer?: Buyer;
    seller?: Seller;
    state?: OfferRow['state'];
    lines?: { product?: ProductRow; quantity?: Units; unit_price?: Cents }[];
  } = {}) {
    const by = buyer ?? (await this.aBuyer());
    const first = lines?.[0]?.product ?? (await this.aProduct(seller ? { seller } : {}));
    const of = seller ?? (await this.userOf(first.seller_id));
    const wanted = [];
    for (const [index, line] of (lines ?? [{}]).entries()) {
      const product = line.product ?? (index === 0 ? first : await this.aProduct({ seller: of }));
      // Drafts are at the asking price, other states below it.
      const price = line.unit_price ?? cents(state === 'draft' ? 1_000 : 800);
      wanted.push({ product_id: product.id, quantity: line.quantity ?? 10n, unit_price_cents: price });
    }
    const { db, services } = this;
    const {
      offer: { id },
      lines: lineIds,
    } = await addToCart(services, by, of.id, wanted);
    if (state === 'saved_for_later')
      for (const line of lineIds) await moveCartLine(services, by, id, line.id, 'save_for_later');
    if (state !== 'draft' && state !== 'saved_for_later') await submit(services, id, by, {}, services.config);
    if (state === 'buyer_review') {
      const prices = lineIds.map((line) => ({
        id: line.id,
        unit_price_cents: cents(line.unit_price_cents + 1),
      }));
      await counter(services, id, of, { prices }, services.config);
    }
    if (state === 'rejected') await reject(services, id, of, {});
    if (state === 'accepted') {
      const acceptance = { offerId: id, viewer: of, version: undefined, config: services.config };
      await accept(services, acceptance);
    }
    const found = await db('offers')
      .where(state === 'saved_for_later' ? { buyer_id: by.buyer_id, state } : { id })
      .first();
    if (!found) throw new Error('The offer was not made');
    return { ...found, buyer: by, seller: of, lines: await linesOf(db, [found.id]), product: first };
  }

  async anOrder(overrides: Parameters<Factory['anOffer']>[0] = {}) {
    const offer = await this.anOffer({ ...overrides, state: 'accepted' });
    const order = await this.db('purchase_orders').where({ offer_id: offer.id }).first();
    if (!order) throw new Error('The order was not made');
    return { ...order, offer, buyer: offer.buyer, seller: offer.seller, product: offer.product };
  }

  /** Signs in by a bearer token, which needs no CSRF token. */
  async as(person: Person | null): Promise<Client> {
    if (!person) return new Client(this.app.origin);
    const token = await this.services.bearerTokens.issue(person.id);
    return new Client(this.app.origin, { Authorization: `Bearer ${token}` });
  }

  async signedIn(person: Person): Promise<Client> {
    const client = new Client(this.app.origin);
    const answer = await client.request('POST', '/login', {
      body: { user: { email: person.email, password: PASSWORD } },
    });
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status} ${answer.text}`);
    return client;
  }

  get transaction() {
    return this.services.transaction;
  }
}
