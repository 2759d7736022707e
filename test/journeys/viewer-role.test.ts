import type { Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import { createAddress } from '../../server/addresses/contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '9372245678',
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function open(person: Buyer, path: string, island: string) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto(path);
  await page.locator(`#${island}[data-ready]`).waitFor();
  return page;
}

test('a viewer has no button that would be refused: addresses, offers, orders', async () => {
  const { factory } = environment;
  const owner = await factory.aBuyer();
  await (await factory.as(owner)).call(createAddress, {}, { address: DAYTON });
  const viewer = await factory.aMember(owner, 'viewer');
  const offer = await factory.anOffer({ buyer: owner, state: 'seller_review' });
  const order = await factory.anOrder({ buyer: owner });
  for (const [person, buttons] of [
    [owner, 1],
    [viewer, 0],
  ] as const) {
    const addresses = await open(person, '/settings/addresses', 'settings-addresses');
    await addresses.locator('article').first().waitFor();
    expect(await button(addresses, 'Add Address').count()).toBe(buttons);
    expect(await button(addresses, /^(Edit|Delete)/).count()).toBe(2 * buttons);
    expect(await findViolations(addresses)).toEqual([]);
    const offers = await open(person, `/my_offers?offer=${offer.id}`, 'my-offers');
    await offers.locator('.offer-shipping').waitFor();
    expect(await button(offers, 'Change Address').count()).toBe(buttons);
    const orders = await open(person, '/my_orders', 'my-orders');
    await button(orders, /^Actions for/)
      .first()
      .click();
    await orders.getByRole('menuitem', { name: 'Print' }).waitFor();
    expect(await orders.getByRole('menuitem', { name: 'Buy Again' }).count()).toBe(buttons);
    const detail = await open(person, `/my_orders/${order.id}`, 'order-detail');
    expect(await button(detail, /^Buy Again/).count()).toBe(buttons);
  }
});
