import type { Person } from '../../../server/accounts/policy';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

interface Entry {
  event: string;
  actor: string;
  by?: { id: number; name: string; kind: string };
}

async function historyFor(person: Person, path: string): Promise<Entry[]> {
  const client = await factory.as(person);
  const { data } = (await client.request('GET', path)).body as {
    data: { attributes: { history: Entry[] } };
  };
  return data.attributes.history;
}

const byOf = (history: Entry[]) => history.map(({ event, actor, by }) => [event, actor, by?.name ?? null]);

test('the own side and staff read who acted, the other side reads the company', async () => {
  const owner = await factory.aBuyer({ name: 'Maya' });
  const purchaser = await factory.aMember(owner, 'purchaser', { name: 'Ben' });
  const seller = await factory.aSeller({ name: 'Jonas' });
  const product = await factory.aProduct({ seller });
  const order = await factory.anOrder({ buyer: purchaser, seller, lines: [{ product }] });
  const path = `/offers/${order.offer_id}`;
  const own = byOf(await historyFor(owner, path));
  expect(own).toContainEqual(['submit', 'buyer', 'Ben']);
  expect(own).toContainEqual(['accept', 'seller', null]);
  const sellers = byOf(await historyFor(seller, path));
  expect(sellers).toContainEqual(['submit', 'buyer', null]);
  expect(sellers).toContainEqual(['accept', 'seller', 'Jonas']);
  const staffs = await historyFor(await factory.staff(), path);
  expect(byOf(staffs)).toEqual(
    expect.arrayContaining([
      ['submit', 'buyer', 'Ben'],
      ['accept', 'seller', 'Jonas'],
    ]),
  );
  expect(staffs.find(({ event }) => event === 'submit')?.by).toEqual({
    id: purchaser.id,
    name: 'Ben',
    kind: 'person',
  });
});

test('who was removed keeps their name in the histories', async () => {
  const owner = await factory.aBuyer();
  const purchaser = await factory.aMember(owner, 'purchaser', { name: 'Ben' });
  const offer = await factory.anOffer({ buyer: purchaser });
  const client = await factory.signedIn(owner);
  expect((await client.request('DELETE', `/company/members/${purchaser.id}`)).status).toBe(204);
  expect(byOf(await historyFor(owner, `/offers/${offer.id}`))).toContainEqual(['submit', 'buyer', 'Ben']);
});
