import type { Person } from '../../server/accounts/policy';
import { accept } from '../../server/offers/acceptance';
import { type OfferState, offerStates } from '../../server/offers/rules';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let made: Record<string, Made>;

const actors = ['buyer', 'other buyer', 'seller', 'other seller', 'staff'] as const;
type Actor = (typeof actors)[number];

const events = [
  'submit',
  'accept',
  'counter',
  'reject',
  'withdraw',
  'save_for_later',
  'move_to_cart',
  'change line',
  'remove line',
] as const;
type Event = (typeof events)[number];

/** `reduced`: an acceptance by the seller that stock reduced waits for the buyer like a counter. */
const positions = [...offerStates, 'reduced'] as const;
type Position = (typeof positions)[number];

const findState = (position: Position): OfferState => (position === 'reduced' ? 'buyer_review' : position);

/** Actor, act and state, and the state afterwards. Everything else is refused. */
const table: readonly (readonly [Actor, Event, Position, OfferState | 'gone'])[] = [
  ['buyer', 'submit', 'draft', 'seller_review'],
  ['buyer', 'accept', 'draft', 'accepted'],
  ['seller', 'accept', 'seller_review', 'accepted'],
  ['buyer', 'accept', 'buyer_review', 'accepted'],
  ['seller', 'counter', 'seller_review', 'buyer_review'],
  ['buyer', 'counter', 'buyer_review', 'seller_review'],
  ['seller', 'reject', 'seller_review', 'rejected'],
  ['buyer', 'reject', 'buyer_review', 'rejected'],
  ['buyer', 'withdraw', 'seller_review', 'rejected'],
  ['seller', 'withdraw', 'buyer_review', 'seller_review'],
  ['buyer', 'accept', 'reduced', 'accepted'],
  ['buyer', 'counter', 'reduced', 'seller_review'],
  ['buyer', 'reject', 'reduced', 'rejected'],
  ['buyer', 'save_for_later', 'draft', 'gone'],
  ['buyer', 'move_to_cart', 'saved_for_later', 'gone'],
  ['buyer', 'change line', 'draft', 'draft'],
  ['buyer', 'change line', 'saved_for_later', 'saved_for_later'],
  ['buyer', 'remove line', 'draft', 'gone'],
  ['buyer', 'remove line', 'saved_for_later', 'gone'],
];

/** Acts without effect return the offer unchanged. */
const already = new Set([
  'buyer accept accepted',
  'seller accept accepted',
  'buyer save_for_later saved_for_later',
  'buyer move_to_cart draft',
]);

/** Cart acts are for buyers: sellers and staff get 403 for every offer. */
const ofTheCart = new Set<Event>(['submit', 'save_for_later', 'move_to_cart', 'change line', 'remove line']);

function refusal(actor: Actor, event: Event, state: Position): number {
  if (actor === 'staff') return 403;
  if (actor !== 'buyer' && actor !== 'other buyer' && ofTheCart.has(event)) return 403;
  if (actor === 'other buyer' || actor === 'other seller') return 404;
  // A seller can't see an offer in the cart.
  if (actor === 'seller' && (state === 'draft' || state === 'saved_for_later')) return 404;
  return 409;
}

type Offer = Awaited<ReturnType<Factory['anOffer']>>;
interface Made {
  offer: Offer;
  people: Record<Actor, Client>;
}

/** The seller accepted 10 units with 4 in stock. */
async function aReducedOffer(): Promise<Offer> {
  const offer = await factory.anOffer();
  await factory.db('products').where({ id: offer.product.id }).update({ units: 4n });
  const acceptance = { offerId: offer.id, viewer: offer.seller, version: undefined };
  await accept(factory.services, { ...acceptance, config: factory.services.config }).catch(() => undefined);
  const reduced = await factory.db('offers').where({ id: offer.id }).first();
  if (reduced?.state !== 'buyer_review') throw new Error('The offer was not reduced');
  return { ...offer, ...reduced };
}

async function make(
  position: Position,
  others: Record<'other buyer' | 'other seller' | 'staff', Client>,
): Promise<Made> {
  const offer = await (position === 'reduced' ? aReducedOffer() : factory.anOffer({ state: position }));
  const as = (person: Person) => factory.as(person);
  return { offer, people: { ...others, buyer: await as(offer.buyer), seller: await as(offer.seller) } };
}

let others: Record<'other buyer' | 'other seller' | 'staff', Client>;

beforeAll(async () => {
  others = {
    'other buyer': await factory.as(await factory.aBuyer()),
    'other seller': await factory.as(await factory.aSeller()),
    staff: await factory.as(await factory.staff()),
  };
  made = {};
  for (const position of positions) made[position] = await make(position, others);
});

function act({ offer, people }: Made, actor: Actor, event: Event) {
  const by = people[actor];
  const [line] = offer.lines;
  const at = `/offers/${offer.id}`;
  const ofLine = { body: { offer_product_id: line?.id } };
  // Within the bounds of the side whose turn it is.
  const unit_price = offer.state === 'seller_review' ? 900 : 700;
  switch (event) {
    case 'submit':
    case 'accept':
      return by.request('PUT', `${at}/${event}`);
    case 'counter':
      return by.request('POST', `${at}/counter_offer`, {
        body: { offer_products_attributes: [{ id: line?.id, unit_price }] },
      });
    case 'reject':
      return by.request('POST', `${at}/counter_offer/reject`);
    case 'withdraw':
      return by.request('POST', `${at}/withdraw`);
    case 'save_for_later':
    case 'move_to_cart':
      return by.request('POST', `${at}/${event}`, ofLine);
    case 'change line':
      return by.request('PUT', `${at}/offer_products/${line?.id}`, {
        body: { quantity: 11, unit_price: 750 },
      });
    case 'remove line':
      return by.request('DELETE', `${at}/offer_products/${line?.id}`);
  }
}

/** Every value that an act could change. */
async function picture({ offer }: Made) {
  const { db } = factory;
  return {
    offer: await db('offers').where({ id: offer.id }).first(),
    others: await db('offers').where({ buyer_id: offer.buyer_id }).orderBy('id').select('id', 'version'),
    lines: await db('offer_products').where({ offer_id: offer.id }).orderBy('id'),
    history: await db('offer_history').where({ offer_id: offer.id }).orderBy('id'),
    orders: await db('purchase_orders').where({ buyer_id: offer.buyer_id }),
    product: await db('products').where({ id: offer.product.id }).first('units'),
  };
}

const cells = positions.flatMap((position) => events.map((event) => [event, position] as const));

describe.each(cells)('%s from %s', (event, state) => {
  const allowed = new Map(
    table.filter((row) => row[1] === event && row[2] === state).map((row) => [row[0], row[3]]),
  );

  test('changes nothing outside the table', async () => {
    const subject = made[state] as Made;
    const before = await picture(subject);
    const seen: [Actor, number][] = [];
    const wanted: [Actor, number][] = [];
    for (const actor of actors.filter((name) => !allowed.has(name))) {
      const { status } = await act(subject, actor, event);
      seen.push([actor, status]);
      wanted.push([actor, already.has(`${actor} ${event} ${state}`) ? 200 : refusal(actor, event, state)]);
    }
    expect(seen).toEqual(wanted);
    expect(await picture(subject)).toEqual(before);
  });

  if (allowed.size > 0)
    test(`by the ${[...allowed.keys()].join(' and the ')} it leads where the table says`, async () => {
      for (const [actor, to] of allowed) {
        const subject = await make(state, others);
        const before = await picture(subject);
        const { status } = await act(subject, actor, event);
        expect(status).toBe(event === 'remove line' ? 204 : 200);
        const after = await picture(subject);
        if (to === 'gone') {
          expect(after.offer).toBeUndefined();
          continue;
        }
        expect(after.offer).toMatchObject({ state: to, version: subject.offer.version + 1 });
        const news = after.history.slice(before.history.length);
        const from_state = findState(state);
        const expected = event === 'change line' ? [] : [{ event, from_state, to_state: to, actor }];
        expect(news).toMatchObject(expected);
        expect(after.orders.length).toBe(before.orders.length + (to === 'accepted' ? 1 : 0));
      }
    });
});

test('an older version is 409 for every act, the present one is not', async () => {
  const tries: readonly (readonly [OfferState, 'buyer' | 'seller', string, string, object])[] = [
    ['draft', 'buyer', 'PUT', 'submit', {}],
    ['draft', 'buyer', 'PUT', 'accept', {}],
    ['draft', 'buyer', 'POST', 'save_for_later', { offer_product_id: 'LINE' }],
    ['saved_for_later', 'buyer', 'POST', 'move_to_cart', { offer_product_id: 'LINE' }],
    ['draft', 'buyer', 'PUT', 'offer_products/LINE', { quantity: 5, unit_price: 900 }],
    ['draft', 'buyer', 'DELETE', 'offer_products/LINE?version=VERSION', {}],
    ['seller_review', 'seller', 'PUT', 'accept', {}],
    [
      'seller_review',
      'seller',
      'POST',
      'counter_offer',
      { offer_products_attributes: [{ id: 'LINE', unit_price: 900 }] },
    ],
    ['seller_review', 'seller', 'POST', 'counter_offer/reject', {}],
    ['seller_review', 'buyer', 'POST', 'withdraw', {}],
  ];
  for (const [state, actor, method, path, body] of tries) {
    const subject = await make(state, others);
    const { offer } = subject;
    const before = await picture(subject);
    const ask = (version: number) => {
      const filled = (text: string) =>
        text
          .replaceAll('"LINE"', String(offer.lines[0]?.id))
          .replaceAll('LINE', String(offer.lines[0]?.id))
          .replaceAll('VERSION', String(version));
      return subject.people[actor].request(method, `/offers/${offer.id}/${filled(path)}`, {
        body: JSON.parse(filled(JSON.stringify({ ...body, version }))),
      });
    };
    const stale = await ask(offer.version - 1);
    expect([path, stale.status]).toEqual([path, 409]);
    expect(await picture(subject)).toEqual(before);
    const fresh = await ask(offer.version);
    expect([path, fresh.status < 300]).toEqual([path, true]);
  }
});

test('the flags of an answer match the acts that are allowed', async () => {
  for (const state of positions) {
    const subject = made[state] as Made;
    for (const actor of ['buyer', 'seller'] as const) {
      const { body } = await subject.people[actor].request('GET', `/offers/${subject.offer.id}`);
      const attributes = (body as { data?: { attributes: Record<string, unknown> } }).data?.attributes;
      if (!attributes) continue;
      const may = (event: Event) =>
        table.some((row) => row[0] === actor && row[1] === event && row[2] === state);
      expect({ state, actor, ...pickOne(attributes) }).toEqual({
        state,
        actor,
        can_accept: may('accept'),
        can_counter: may('counter'),
        can_reject: may('reject'),
        can_withdraw: may('withdraw'),
      });
    }
  }
});

const pickOne = ({ can_accept, can_counter, can_reject, can_withdraw }: Record<string, unknown>) => ({
  can_accept,
  can_counter,
  can_reject,
  can_withdraw,
});
