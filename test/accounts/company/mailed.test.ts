import type { Person } from '../../../server/accounts/policy';
import { showNotifications, updateNotifications } from '../../../server/notifications/contract';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const subjectsTo = async ({ email }: Pick<Person, 'email'>) =>
  (await factory.db('mails').where({ recipient: email }).orderBy('id')).map(({ subject }) => subject);

const textTo = async ({ email }: Pick<Person, 'email'>) =>
  (await factory.db('mails').where({ recipient: email }).orderBy('id', 'desc').first())?.text ?? '';

async function pay(orderId: number) {
  const staff = await factory.as(await factory.staff());
  const path = `/admin/purchase_orders/${orderId}/state_transitions`;
  const answer = await staff.request('POST', path, {
    body: { event: 'confirm_payment', note: 'Seen at the bank.' },
  });
  expect(answer.status).toBe(200);
}

test('owners and approvers read of every offer, purchasers of theirs, viewers of none', async () => {
  const owner = await factory.aBuyer();
  const approver = await factory.aMember(owner, 'approver');
  const purchaser = await factory.aMember(owner, 'purchaser');
  const other = await factory.aMember(owner, 'purchaser');
  const viewer = await factory.aMember(owner, 'viewer');
  const offer = await factory.anOffer({ buyer: purchaser, state: 'buyer_review' });
  const mailed = await Promise.all([owner, approver, purchaser, other, viewer].map(subjectsTo));
  expect(mailed.map((subjects) => subjects.length)).toEqual([1, 1, 1, 0, 0]);
  expect(mailed[2]?.[0]).toContain(offer.offer_number);
});

test('a viewer gets the mails that they turn on', async () => {
  const owner = await factory.aBuyer();
  const viewer = await factory.aMember(owner, 'viewer');
  const client = await factory.as(viewer);
  const { choices } = (await client.call(showNotifications, {})).body;
  expect(choices.map(({ kind, email }) => [kind, email])).toEqual([
    ['offers', 'off'],
    ['orders', 'off'],
    ['favorites', 'off'],
  ]);
  await client.call(updateNotifications, {}, { choices: { offers: 'instant' } });
  await factory.anOrder({ buyer: owner });
  const offer = await factory.anOffer({ buyer: owner, state: 'buyer_review' });
  const subjects = await subjectsTo(viewer);
  expect(subjects.length).toBeGreaterThan(0);
  expect(subjects.some((subject) => subject.includes(offer.offer_number))).toBe(true);
  expect(subjects.some((subject) => subject.includes('pay'))).toBe(false);
});

test('a warehouse reads of orders once they are paid, without an amount', async () => {
  const owner = await factory.aSeller();
  const [manager, warehouse] = [
    await factory.aMember(owner, 'manager'),
    await factory.aMember(owner, 'warehouse'),
  ];
  const product = await factory.aProduct({ seller: owner });
  const order = await factory.anOrder({ seller: owner, lines: [{ product }] });
  expect([(await subjectsTo(manager)).length > 0, await subjectsTo(warehouse)]).toEqual([true, []]);
  await pay(order.id);
  expect(await subjectsTo(warehouse)).toEqual([`Payment received for ${order.po_number}`]);
  const text = await textTo(warehouse);
  expect(text).toContain('10 units');
  expect(text).not.toContain('$');
  expect(text).not.toContain('Invoice');
  expect(await textTo(manager)).toContain('$');
});

test('who was removed gets no mail', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'approver');
  const client = await factory.signedIn(owner);
  expect((await client.request('DELETE', `/company/members/${member.id}`)).status).toBe(204);
  await factory.anOrder({ buyer: owner });
  const { rows } = await factory.db.raw<{ rows: { recipient: string }[] }>(
    "select recipient from mails where recipient like '%@removed.invalid'",
  );
  expect(rows).toEqual([]);
  expect(await subjectsTo(member)).toEqual([expect.stringContaining('You no longer have access to ')]);
});
