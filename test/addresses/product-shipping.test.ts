import type { Person } from '../../server/accounts/policy';
import { createAddress, deleteAddress } from '../../server/addresses/contract';
import { showProduct, updateProduct } from '../../server/products/contract';
import { productShipping } from '../../server/products/shipping/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());

const addLocation = async (who: Person, city: string) => {
  const address = {
    company: 'Kiln',
    line1: '18 River St',
    city,
    region: 'OH',
    postal_code: '45402',
    country: 'US',
    phone: '9372245678',
  };
  return (await (await factory.as(who)).call(createAddress, {}, { address })).body.id;
};

const shippingOf = async (who: Person, id: number, query = {}) =>
  (await (await factory.as(who)).call(productShipping, { id }, undefined, query)).body;

test('a product ships from its own location, else from the default one', async () => {
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  const { id } = await factory.aProduct({ seller, outer_quantity: 24n, weight: '2.0' });
  expect(await shippingOf(buyer, id, { quantity: '48' })).toEqual({
    terms: ['seller_pays'],
    handling_days: 5,
    ships_from: null,
    cartons: 2n,
    weight_lb: 96n,
    mode: 'parcel',
    complete: true,
  });
  await addLocation(seller, 'Dayton');
  const toledo = await addLocation(seller, 'Toledo');
  const client = await factory.as(seller);
  expect(await shippingOf(buyer, id)).toMatchObject({
    ships_from: { city: 'Dayton', region: 'OH', country: 'US' },
  });
  await client.call(updateProduct, { id }, { product: { location_id: toledo } });
  expect(await shippingOf(buyer, id)).toMatchObject({ ships_from: { city: 'Toledo' } });
  expect((await client.call(showProduct, { id })).body).toMatchObject({ location_id: toledo });
  await client.call(deleteAddress, { id: toledo });
  expect(await shippingOf(buyer, id)).toMatchObject({ ships_from: { city: 'Dayton' } });
});

test('a location of somebody else, or a deleted one, is refused', async () => {
  const [seller, other] = [await factory.aSeller(), await factory.aSeller()];
  const product = await factory.aProduct({ seller });
  const client = await factory.as(seller);
  const deleted = await addLocation(seller, 'Akron');
  await client.call(deleteAddress, { id: deleted });
  for (const location_id of [await addLocation(other, 'Lima'), deleted])
    expect(await client.call(updateProduct, { id: product.id }, { product: { location_id } })).toMatchObject({
      status: 422,
      body: { field_errors: { location_id: ['Choose one of your locations'] } },
    });
});

test('buyers and the product document of others know nothing of locations', async () => {
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  const { id } = await factory.aProduct({ seller });
  expect((await (await factory.as(buyer)).call(showProduct, { id })).body).not.toHaveProperty('location_id');
});
