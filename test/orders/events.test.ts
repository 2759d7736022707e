import { type OrderStatus, orderEventNames, orderStatuses } from '../../server/orders/rules';
import { transitionOrder } from '../../server/orders/staff/contract';
import { allowedEvents, orderEvents } from '../../server/orders/state-machine';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;
let order: Awaited<ReturnType<Factory['anOrder']>>;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
  order = await factory.anOrder();
});

/** Sets the status directly. */
const put = (status: OrderStatus) => factory.db('purchase_orders').where({ id: order.id }).update({ status });
const stored = () => factory.db('purchase_orders').where({ id: order.id }).first();
const pairs = orderStatuses.flatMap((status) => orderEventNames.map((event) => [status, event] as const));

test.each(pairs)('from %s, %s is allowed or a conflict', async (status, event) => {
  await put(status);
  const before = await stored();
  const history = await factory.db('order_history').where({ purchase_order_id: order.id });
  const { from, to } = orderEvents[event];
  const isAllowed = (from as readonly OrderStatus[]).includes(status);
  expect(allowedEvents(status).includes(event)).toBe(isAllowed);
  const answer = await staff.call(transitionOrder, { id: order.id }, { event });
  expect(answer.status).toBe(isAllowed ? 200 : 409);
  const after = await stored();
  expect(after?.status).toBe(isAllowed ? to : status);
  expect(after?.version).toBe((before?.version ?? 0) + (isAllowed ? 1 : 0));
  const written = await factory.db('order_history').where({ purchase_order_id: order.id });
  expect(written.length - history.length).toBe(isAllowed ? 1 : 0);
  if (isAllowed) {
    const { allowed_state_transitions: next } = answer.body.data.attributes;
    expect(next.map((one) => one.event)).toEqual(allowedEvents(to));
  }
});

test('an unknown event is refused', async () => {
  for (const event of ['explode', '', 'constructor'])
    expect((await staff.call(transitionOrder, { id: order.id }, { event })).status).toBe(422);
});

test('of two simultaneous acts on the same version, one gets a conflict', async () => {
  await put('awaiting_shipment');
  const { version } = (await stored()) ?? { version: 0 };
  const answers = await Promise.all([
    staff.call(transitionOrder, { id: order.id }, { event: 'ship', version }),
    staff.call(transitionOrder, { id: order.id }, { event: 'cancel', version }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
