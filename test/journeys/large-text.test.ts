import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test.each(['/cart', '/my_orders', '/my_offers', '/favorites', '/saved_searches'])(
  '%s fits on a small phone with text twice as large',
  async (path) => {
    const { factory, browser } = environment;
    const { buyer } = await factory.anOrder();
    await factory.anOffer({ buyer });
    await factory.anOffer({ buyer, state: 'draft' });
    const { id: product_id } = await factory.aProduct({ name: 'Enamel mug' });
    await factory.db('favorites').insert({ buyer_id: buyer.buyer_id, product_id, notified_in_stock: true });
    await factory
      .db('saved_searches')
      .insert({ buyer_id: buyer.buyer_id, name: 'Toys under $5', query: { filter: 'toys' } });
    const page = await openSignedIn(browser, factory, buyer, { viewport: { width: 320, height: 640 } });
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const clipped = await page
      .locator('.cart-offer *, .list-bar *, .saved-search *, .page-head *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth)
          .map(({ tagName, className }) => `${tagName} ${className}`),
      );
    expect(clipped).toEqual([]);
  },
  60_000,
);
