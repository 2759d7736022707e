import type { Person } from '../../server/accounts/policy';
import { createAddress, deleteAddress } from '../../server/addresses/contract';
import { showShippingSettings, updateShippingSettings } from '../../server/sellers/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());

const DEFAULTS = { terms: ['seller_pays'], handling_days: 5, ships_to_canada: false };
const LOCATION = {
  company: 'Kiln',
  line1: '18 River St',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45402',
  country: 'US',
  phone: '9372245678',
};

const shown = async (who: Person) =>
  (await (await factory.as(who)).call(showShippingSettings, {})).body.shipping;
const save = async (who: Person, shipping: object) =>
  (await factory.as(who)).call(updateShippingSettings, {}, { shipping: { ...DEFAULTS, ...shipping } });
const addLocation = async (who: Person) =>
  (await (await factory.as(who)).call(createAddress, {}, { address: LOCATION })).body;

test('a seller ships within five business days at own cost until they choose otherwise', async () => {
  const seller = await factory.aSeller();
  expect(await shown(seller)).toEqual(DEFAULTS);
  const chosen = { terms: ['seller_pays', 'buyer_pays'], handling_days: 2, ships_to_canada: true };
  const answer = await save(seller, { ...chosen, terms: ['buyer_pays', 'seller_pays', 'buyer_pays'] });
  expect([answer.status, answer.body]).toEqual([200, { shipping: chosen }]);
  expect(await shown(seller)).toEqual(chosen);
});

test.each([
  ['no terms', { terms: [] }, { terms: ['Choose at least one option'] }],
  ['pickup without a location', { terms: ['pickup'] }, { terms: ['Add a location first.'] }],
  [
    "the buyer's carrier without a location",
    { terms: ['seller_pays', 'buyer_carrier'] },
    { terms: ['Add a location first.'] },
  ],
  ['no day', { handling_days: 0 }, { handling_days: ['Enter 1 to 30 business days'] }],
  ['too many days', { handling_days: 31 }, { handling_days: ['Enter 1 to 30 business days'] }],
  ['half a day', { handling_days: 1.5 }, { handling_days: ['Enter 1 to 30 business days'] }],
])('is refused: %s', async (_name, fields, expected) => {
  const seller = await factory.aSeller();
  const answer = await save(seller, fields);
  expect([answer.status, (answer.body as { field_errors?: unknown }).field_errors]).toEqual([422, expected]);
  expect(await shown(seller)).toEqual(DEFAULTS);
});

test('buyers collect from a location, and the last one stays while they do', async () => {
  const seller = await factory.aSeller();
  const [first, second] = [await addLocation(seller), await addLocation(seller)];
  expect((await save(seller, { terms: ['pickup'] })).status).toBe(200);
  const client = await factory.as(seller);
  expect((await client.call(deleteAddress, { id: first.id })).status).toBe(204);
  expect(await client.call(deleteAddress, { id: second.id })).toMatchObject({
    status: 409,
    body: { error: "Buyers collect from this location. Turn off pickup and buyer's carrier first." },
  });
  expect((await save(seller, {})).status).toBe(200);
  expect((await client.call(deleteAddress, { id: second.id })).status).toBe(204);
});
