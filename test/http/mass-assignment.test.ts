import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

/** Fields that no request body may set. */
const stolen = {
  id: 1,
  state: 'accepted',
  status: 'onboarded',
  admin: true,
  provisional: false,
  seller_id: 1,
  buyer_id: 1,
  fee_bps: 0,
  fee_cents: 0,
  total_cents: 1,
  total_net_to_seller: 1_000_000,
  features: ['shopify'],
  profile_complete: true,
  suspended_at: null,
  deleted_at: null,
  offer_number: 'OF-1',
  expires_at: '2099-01-01T00:00:00Z',
  created_at: '2000-01-01T00:00:00Z',
  password_digest: 'x',
  buyer_price_cents: 1,
  seller_price_cents: 1,
  unit_price_cents: 1,
  percent_off_msrp: 99,
  can_accept: true,
  confirmed_by_staff: true,
  paid_at: '2000-01-01T00:00:00Z',
};

const userRow = async (id: number) => {
  const { last_seen_at: _seen, ...row } = ((await factory.db('users').where({ id }).first()) ?? {}) as Record<
    string,
    unknown
  >;
  return row;
};

test('an offer takes products, quantities and prices alone', async () => {
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct();
  const seller = await factory.db('users').where({ seller_id: product.seller_id }).first('id');
  const client = await factory.as(buyer);
  const answer = await client.request('POST', '/offers', {
    body: {
      ...stolen,
      offer: {
        ...stolen,
        seller_user_id: seller?.id,
        offer_products_attributes: [{ ...stolen, product_id: product.id, quantity: 3, unit_price: 900 }],
      },
    },
  });
  expect(answer.status).toBe(201);
  const offer = await factory.db('offers').where({ buyer_id: buyer.buyer_id }).first();
  expect(offer).toMatchObject({
    state: 'draft',
    buyer_id: buyer.buyer_id,
    seller_id: product.seller_id,
    expires_at: null,
  });
  expect(offer?.offer_number).not.toBe('OF-1');
  const lines = await factory.db('offer_products').where({ offer_id: offer?.id ?? 0 });
  expect(lines).toMatchObject([
    { quantity: 3n, unit_price_cents: 900, buyer_price_cents: 900, seller_price_cents: null },
  ]);

  const [line] = lines;
  const path = `/offers/${offer?.id}/offer_products/${line?.id}`;
  const changed = await client.request('PUT', path, {
    body: { ...stolen, quantity: 4, unit_price: 800, product_id: 1, offer_id: 1 },
  });
  expect(changed.status).toBe(200);
  expect(
    await factory
      .db('offer_products')
      .where({ id: line?.id ?? 0 })
      .first(),
  ).toMatchObject({
    offer_id: offer?.id,
    product_id: product.id,
    quantity: 4n,
    unit_price_cents: 800,
    seller_price_cents: null,
  });
  const accepted = await client.request('PUT', `/offers/${offer?.id}/submit`, { body: stolen });
  expect([accepted.status, accepted.body]).toMatchObject([
    200,
    { data: { attributes: { state: 'seller_review' } } },
  ]);
});

test('a product stays its seller’s, and is listed by its own rules', async () => {
  const seller = await factory.aSeller();
  const other = await factory.aSeller();
  const client = await factory.as(seller);
  const body = {
    product: {
      ...stolen,
      seller_id: other.seller_id,
      name: 'Mug',
      upc: '000012345678',
      seller_price_cents: undefined,
    },
  };
  const made = await client.request('POST', '/products', { body });
  expect(made.status).toBe(201);
  const id = (made.body as { id: number }).id;
  const row = () => factory.db('products').where({ id }).first();
  expect(await row()).toMatchObject({ seller_id: seller.seller_id, provisional: true, deleted_at: null });
  const changed = await client.request('PUT', `/products/${id}`, {
    body: {
      product: {
        ...stolen,
        name: 'Cup',
        seller_id: other.seller_id,
        deleted_at: '2020-01-01',
        seller_price_cents: undefined,
      },
    },
  });
  expect(changed.status).toBe(200);
  expect(await row()).toMatchObject({
    name: 'Cup',
    seller_id: seller.seller_id,
    provisional: true,
    deleted_at: null,
  });
});

test('a profile takes its four fields; a person’s account stays as it is', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const row = () => factory.db('sellers').where({ id: seller.seller_id }).first();
  const [before, user] = [await row(), await userRow(seller.id)];
  const saved = await client.request('PUT', '/marketplace/sellers/update', {
    body: { ...stolen, seller: { ...stolen, name: 'Anew', tiktok_count: '1M+', suspended_at: '2020-01-01' } },
  });
  expect(saved.status).toBe(200);
  expect(await row()).toEqual({
    ...before,
    name: 'Anew',
    version: (before?.version ?? 0) + 1,
    updated_at: expect.any(Date),
  });

  for (const body of [
    stolen,
    { user: stolen },
    { user: { ...stolen, email: 'other@example.com', seller_id: 1, buyer_id: 1 } },
  ]) {
    const answer = await client.request('PUT', '/me', { body });
    expect(answer.status).toBe(200);
  }
  expect(await userRow(seller.id)).toEqual(user);
});

test('who applies is provisional, a buyer or a seller, and nothing else', async () => {
  const client = await factory.as(null);
  const profile = {
    full_name: 'Ada',
    email: 'ada@applies.example.com',
    buyer_name: 'Ada & Co',
    buyer_category: 'Other',
  };
  expect(
    (await client.request('POST', '/profiles', { body: { ...stolen, profile: { ...stolen, ...profile } } }))
      .status,
  ).toBe(201);
  expect(await factory.db('users').where({ email: profile.email }).first()).toMatchObject({
    status: 'provisional',
    admin: false,
    seller_id: null,
    features: [],
    password_digest: null,
  });
});

test('signing in with more than a password changes nothing', async () => {
  const buyer = await factory.aBuyer();
  const before = await userRow(buyer.id);
  const client = await factory.as(null);
  const answer = await client.request('POST', '/login', {
    body: { ...stolen, user: { ...stolen, email: buyer.email, password: 'wrong' } },
  });
  expect(answer.status).toBe(401);
  expect(await userRow(buyer.id)).toEqual(before);
});

test('an order moves by its event, at its own price', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(await factory.staff());
  const answer = await client.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
    body: { ...stolen, event: 'submit_payment', to: 'completed' },
  });
  expect(answer.status).toBe(200);
  const { status, total_cents, fee_cents, total_net_to_seller, paid_at, confirmed_by_staff } =
    (await factory.db('purchase_orders').where({ id: order.id }).first()) ?? {};
  expect({ status, total_cents, fee_cents, total_net_to_seller, paid_at, confirmed_by_staff }).toEqual({
    status: 'payment_pending',
    total_cents: order.total_cents,
    fee_cents: order.fee_cents,
    total_net_to_seller: order.total_net_to_seller,
    paid_at: null,
    confirmed_by_staff: order.confirmed_by_staff,
  });
});

test('staff switch features and correct names, but cannot make anyone staff', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(await factory.staff());
  const answer = await client.request('PUT', `/admin/people/${buyer.id}`, {
    body: {
      ...stolen,
      admin: true,
      kind: 'staff',
      email: 'x@example.com',
      features: { shopify: true, admin: true },
    },
  });
  expect(answer.status).toBe(422);
  await client.request('PUT', `/admin/people/${buyer.id}`, {
    body: { admin: true, email: 'x@example.com', status: 'denied' },
  });
  expect(await factory.db('users').where({ id: buyer.id }).first()).toMatchObject({
    admin: false,
    email: buyer.email,
    status: 'onboarded',
  });
});
