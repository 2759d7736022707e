import type { Person } from '../../server/accounts/policy';
import type { Address } from '../../server/addresses/contract';
import * as calls from '../../server/addresses/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '937-224-5678',
};

const as = (who: Person) => factory.as(who);
const add = async (who: Person, address: object = {}) =>
  (await as(who)).call(calls.createAddress, {}, { address: { ...DAYTON, ...address } });
const list = async (who: Person) => (await (await as(who)).call(calls.listAddresses, {})).body.addresses;
const faults = (answer: { body: unknown }) =>
  (answer.body as { field_errors?: Record<string, string[]> }).field_errors;
const citiesAndDefault = (addresses: readonly Address[]) =>
  addresses.map(({ city, default: isDefault }) => (isDefault ? `${city}*` : city));

test('an address is kept as carriers read it', async () => {
  const buyer = await factory.aBuyer();
  const answer = await add(buyer, {
    region: 'oh',
    postal_code: '454031234',
    line2: '',
    dock: 'no_dock',
    appointment: true,
    hours: 'Mon–Fri 8–4',
  });
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      ...DAYTON,
      attention: null,
      line2: null,
      postal_code: '45403-1234',
      phone: '+19372245678',
      phone_display: '(937) 224-5678',
      dock: 'no_dock',
      appointment: true,
      hours: 'Mon–Fri 8–4',
      instructions: null,
      default: true,
      version: 1,
    },
  ]);
  expect(await list(buyer)).toEqual([answer.body]);
});

test.each([
  ['no company', { company: ' ' }, { company: ['Required'] }],
  ['no street', { line1: '' }, { line1: ['Required'] }],
  ['no city', { city: null }, { city: ['Required'] }],
  [
    'a PO box',
    { line1: 'P.O. Box 12' },
    { line1: ["Carriers can't deliver to a PO Box. Enter a street address."] },
  ],
  ['another PO box', { line1: 'Post Office Box 9' }, { line1: [expect.stringMatching(/street address/)] }],
  ['no state', { region: '' }, { region: ['Choose a state'] }],
  ['a province in the United States', { region: 'ON' }, { region: ['Choose a state'] }],
  ['no province', { country: 'CA', region: 'OH', postal_code: 'K1A 0B1' }, { region: ['Choose a province'] }],
  [
    'a short ZIP code',
    { postal_code: '4540' },
    { postal_code: ['Enter a ZIP code like 45402 or 45402-1234'] },
  ],
  [
    'a ZIP code of another state',
    { region: 'WI', postal_code: '63005' },
    { postal_code: ['ZIP code 63005 is in MO, not WI'] },
  ],
  [
    'a postal code that Canada has not',
    { country: 'CA', region: 'ON', postal_code: 'D1A 0B1' },
    { postal_code: ['Enter a postal code like K1A 0B1'] },
  ],
  [
    'a postal code of another province',
    { country: 'CA', region: 'QC', postal_code: 'k1a0b1' },
    { postal_code: ['Postal code K1A 0B1 is in ON, not QC'] },
  ],
  ['no phone', { phone: '' }, { phone: ['Required'] }],
  ['a phone of seven digits', { phone: '224-5678' }, { phone: ['Enter a valid phone number'] }],
  ['another country', { country: 'MX' }, { country: ['We ship within the United States and Canada.'] }],
  ['a long city', { city: 'x'.repeat(61) }, { city: ['Maximum 60 characters'] }],
  ['long instructions', { instructions: 'x'.repeat(301) }, { instructions: ['Maximum 300 characters'] }],
])('is refused beside its field: %s', async (_name, fields, expected) => {
  const buyer = await factory.aBuyer();
  const answer = await add(buyer, fields);
  expect([answer.status, faults(answer)]).toEqual([422, expected]);
  expect(await list(buyer)).toEqual([]);
});

test.each([
  ['Puerto Rico', { region: 'PR', postal_code: '00901', city: 'San Juan' }],
  ['the District of Columbia', { region: 'DC', postal_code: '20500', city: 'Washington' }],
  ['Nunavut', { country: 'CA', region: 'NU', postal_code: 'X0A 0H0', phone: '+1 867-975-5500' }],
  ['a street that begins like a box', { line1: 'Pobox Lane 4' }],
])('is taken: %s', async (_name, fields) => {
  expect((await add(await factory.aBuyer(), fields)).status).toBe(201);
});

test('one address is the default, and the newest follows a deleted default', async () => {
  const seller = await factory.aSeller();
  const first = (await add(seller, { city: 'One' })).body;
  const second = (await add(seller, { city: 'Two' })).body;
  const third = (await add(seller, { city: 'Three', default: true })).body;
  expect(citiesAndDefault(await list(seller))).toEqual(['Three*', 'Two', 'One']);
  const client = await as(seller);
  expect((await client.call(calls.makeDefaultAddress, { id: first.id }, {})).body).toMatchObject({
    id: first.id,
    default: true,
  });
  expect(citiesAndDefault(await list(seller))).toEqual(['One*', 'Three', 'Two']);
  expect((await client.call(calls.deleteAddress, { id: first.id })).status).toBe(204);
  expect(citiesAndDefault(await list(seller))).toEqual(['Three*', 'Two']);
  expect((await client.call(calls.deleteAddress, { id: first.id })).status).toBe(404);
  expect((await client.call(calls.deleteAddress, { id: second.id })).status).toBe(204);
  expect((await client.call(calls.deleteAddress, { id: third.id })).status).toBe(204);
  expect(await list(seller)).toEqual([]);
});

test('an edit of an older version changes nothing', async () => {
  const buyer = await factory.aBuyer();
  const { id, version } = (await add(buyer)).body;
  const client = await as(buyer);
  const edit = (fields: object) =>
    client.call(calls.updateAddress, { id }, { address: { ...DAYTON, ...fields } });
  expect((await edit({ city: 'Kettering', version })).body).toMatchObject({ city: 'Kettering', version: 2 });
  expect(await edit({ city: 'Oakwood', version })).toMatchObject({
    status: 409,
    body: { error: 'This address changed. Review it and save again.' },
  });
  expect(await list(buyer)).toMatchObject([{ city: 'Kettering', version: 2, default: true }]);
});

test('addresses of others are not found, also by staff and by the other side', async () => {
  const owner = await factory.aBuyer();
  const { id } = (await add(owner)).body;
  for (const stranger of [await factory.aBuyer(), await factory.aSeller()]) {
    const client = await as(stranger);
    expect((await client.call(calls.updateAddress, { id }, { address: DAYTON })).status).toBe(404);
    expect((await client.call(calls.makeDefaultAddress, { id }, {})).status).toBe(404);
    expect((await client.call(calls.deleteAddress, { id })).status).toBe(404);
  }
  expect((await (await as(await factory.staff())).call(calls.listAddresses, {})).status).toBe(403);
  expect(await list(owner)).toMatchObject([{ city: 'Dayton', version: 1 }]);
});

test('of addresses added at once exactly one is the default, and the fifty-first is refused', async () => {
  const buyer = await factory.aBuyer();
  const client = await as(buyer);
  const answers = await Promise.all(
    Array.from({ length: 53 }, (_none, index) =>
      client.call(calls.createAddress, {}, { address: { ...DAYTON, city: `City ${index}`, default: true } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 422).map(({ body }) => body)).toEqual(
    Array(3).fill({ errors: ['You can save up to 50 addresses.'], code: 'invalid' }),
  );
  expect((await list(buyer)).filter((address) => address.default)).toHaveLength(1);
});
