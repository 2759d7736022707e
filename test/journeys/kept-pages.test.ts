import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { signInByForm } from './sign-in';

const environment = useTestEnvironment({ production: true, rateLimits: false });

test('a page that is kept for signed-out visitors works for the next one, and so does signing in', async () => {
  const { browser, server } = environment;
  const factory = new Factory(server);
  const product = await factory.aProduct({ name: 'Sage jar candle' });
  const paths = {
    'all-products': '/all_products',
    'product-detail': `/all_products/${product.seller_id}/${product.id}`,
  };
  for (let visitor = 0; visitor < 4; visitor++) {
    const page = await browser.newPage({ baseURL: server.origin });
    for (const [id, path] of Object.entries({ ...paths, 'sign-in': '/sign_in' })) {
      await page.goto(path);
      await page.locator(`#${id}[data-ready]`).waitFor({ state: 'attached' });
    }
    await page.context().close();
  }
  const page = await signInByForm(browser, server.origin, await factory.aBuyer({ name: 'Maple Outlet' }));
  await page.goto(paths['product-detail']);
  await page.getByRole('button', { name: 'Maple Outlet' }).waitFor();
});
