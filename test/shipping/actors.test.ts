import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { act, paidOrder, ship, shipmentsOf, storedOrder } from './orders-to-ship';

const factory = new Factory(useTestApp({ rateLimits: false }));

/** Of the first shipment, and of its order. */
const STATES = ['packed', 'partly shipped', 'shipped', 'received', 'canceled'] as const;
type State = (typeof STATES)[number];
type Actor = 'buyer' | 'seller' | 'staff' | 'otherBuyer' | 'otherSeller' | 'visitor';
const ACTORS: readonly Actor[] = ['buyer', 'seller', 'staff', 'otherBuyer', 'otherSeller', 'visitor'];
type Scene = Awaited<ReturnType<typeof sceneIn>>;

const first = ({ order: { id } }: Scene) => `${shipmentsOf(id)}/1`;
const linesOf = ({ order: { lines } }: Pick<Scene, 'order'>, quantity: number) => [
  { purchase_order_product_id: lines[0]?.id, quantity },
];
const change = (client: Client, scene: Scene, shipment: object) =>
  client.request('PUT', first(scene), { body: { shipment } });

const events = {
  create: (client: Client, scene: Scene) => ship(client, scene.order.id, { lines: linesOf(scene, 1) }),
  'change lines': (client: Client, scene: Scene) => change(client, scene, { lines: linesOf(scene, 2) }),
  'change tracking': (client: Client, scene: Scene) =>
    change(client, scene, { carrier: 'fedex', tracking_numbers: ['770012345678'] }),
  ship: (client: Client, scene: Scene) => client.request('POST', `${first(scene)}/ship`, { body: {} }),
  remove: (client: Client, scene: Scene) => client.request('DELETE', first(scene), {}),
  cancel_remaining: (client: Client, { order }: Scene) =>
    act(client, order.id, 'cancel_remaining', { reason: 'Flooded' }),
  cancel: (client: Client, { order }: Scene) => act(client, order.id, 'cancel', { reason: 'Flooded' }),
  receive: (client: Client, { order }: Scene) => act(client, order.id, 'receive'),
  extend_receipt: (client: Client, { order }: Scene) => act(client, order.id, 'extend_receipt'),
};
type Event = keyof typeof events;
const EVENTS = Object.keys(events) as Event[];

async function signInOthers() {
  return {
    staff: await factory.as(await factory.staff()),
    otherBuyer: await factory.as(await factory.aBuyer()),
    otherSeller: await factory.as(await factory.aSeller()),
  };
}

/** The same people in every scene. */
let signedIn: ReturnType<typeof signInOthers> | undefined;
const strangers = () => (signedIn ??= signInOthers());

/** 10 units, of which the first shipment has 4, or all where the order is shipped. */
async function sceneIn(state: State) {
  const order = await paidOrder(factory, { lines: [{ quantity: 10n }] });
  const clients: Record<Actor, Client> = {
    buyer: order.buyerClient,
    seller: order.sellerClient,
    ...(await strangers()),
    visitor: new Client(order.buyerClient.origin),
  };
  const isPacked = state === 'packed' || state === 'canceled';
  const isPart = isPacked || state === 'partly shipped';
  const made = await ship(clients.seller, order.id, {
    ...(isPart && { lines: linesOf({ order }, 4) }),
    ship: !isPacked,
  });
  if (made.status !== 201) throw new Error(made.text);
  if (state === 'canceled') await clients.seller.request('DELETE', `${shipmentsOf(order.id)}/1`, {});
  if (state === 'received') await act(clients.buyer, order.id, 'receive');
  return { order, clients };
}

const parties: Record<Event, readonly Actor[]> = {
  create: ['seller', 'staff'],
  'change lines': ['seller', 'staff'],
  'change tracking': ['seller', 'staff'],
  ship: ['seller', 'staff'],
  remove: ['seller', 'staff'],
  cancel_remaining: ['seller', 'staff'],
  cancel: ['seller', 'buyer'],
  receive: ['buyer', 'staff'],
  extend_receipt: ['buyer'],
};

/** The first shipment's status and the order's afterwards; absent: 409. Buyers cancel before they pay alone. */
const leadsTo: Record<Event, Partial<Record<State, readonly [string, string]>>> = {
  create: {
    packed: ['packed', 'awaiting_shipment'],
    'partly shipped': ['shipped', 'awaiting_shipment'],
    canceled: ['canceled', 'awaiting_shipment'],
  },
  'change lines': { packed: ['packed', 'awaiting_shipment'] },
  'change tracking': {
    packed: ['packed', 'awaiting_shipment'],
    'partly shipped': ['shipped', 'awaiting_shipment'],
    shipped: ['shipped', 'shipped'],
  },
  ship: { packed: ['shipped', 'awaiting_shipment'] },
  remove: { packed: ['canceled', 'awaiting_shipment'] },
  cancel_remaining: { 'partly shipped': ['shipped', 'shipped'] },
  cancel: { packed: ['canceled', 'canceled'], canceled: ['canceled', 'canceled'] },
  receive: { shipped: ['shipped', 'received'], received: ['shipped', 'received'] },
  extend_receipt: { shipped: ['shipped', 'shipped'] },
};

const answersWith: Partial<Record<Event, number>> = { create: 201, remove: 204 };

/** Strangers of the right kind learn nothing of the order. */
function refusalOf(event: Event, actor: Actor): number {
  if (actor === 'visitor') return 401;
  const isRightKind =
    (actor === 'otherBuyer' && parties[event].includes('buyer')) ||
    (actor === 'otherSeller' && parties[event].includes('seller'));
  return isRightKind ? 404 : 403;
}

async function storedState({ order }: Scene) {
  const { status, version } = await storedOrder(factory, order.id);
  const shipments = await factory
    .db('shipments')
    .where({ purchase_order_id: order.id })
    .orderBy('number')
    .pluck('status');
  return { status, version, shipments };
}

test.each(STATES)(
  'a shipment that is %s: who is not its party is refused, exactly, and changes nothing',
  async (state) => {
    const scene = await sceneIn(state);
    const before = await storedState(scene);
    const wrong: unknown[] = [];
    for (const event of EVENTS)
      for (const actor of ACTORS.filter((one) => !parties[event].includes(one))) {
        const { status } = await events[event](scene.clients[actor], scene);
        if (status !== refusalOf(event, actor)) wrong.push([event, actor, status, refusalOf(event, actor)]);
      }
    expect(wrong).toEqual([]);
    expect(await storedState(scene)).toEqual(before);
  },
);

const cells = STATES.flatMap((state) =>
  EVENTS.flatMap((event) => parties[event].map((actor) => ({ state, event, actor }))),
);

test.each(cells)('$actor, $event on a shipment that is $state', async ({ state, event, actor }) => {
  const scene = await sceneIn(state);
  const before = await storedState(scene);
  const answer = await events[event](scene.clients[actor], scene);
  const next = event === 'cancel' && actor === 'buyer' ? undefined : leadsTo[event][state];
  const after = await storedState(scene);
  if (next === undefined) {
    expect(answer.status).toBe(409);
    expect(after).toEqual(before);
    return;
  }
  expect(answer.status).toBe(answersWith[event] ?? 200);
  expect([after.shipments[0], after.status]).toEqual(next);
  expect(after.shipments).toHaveLength(event === 'create' ? 2 : 1);
  expect(after.version > before.version).toBe(!(event === 'receive' && state === 'received'));
});
