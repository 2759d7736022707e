import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test('Buy Now on a sold-out cart lists the sold products, empties the cart, and shows its seller nothing', async () => {
  const offer = await environment.factory.anOffer({ state: 'draft' });
  const { browser, factory } = environment;
  const here = await openSignedIn(browser, factory, offer.buyer);
  await here.goto('/cart');
  await live(here);
  await here.getByRole('button', { name: 'Buy Now' }).waitFor();
  // Between click and response, before the cart shows it.
  await here.route('**/accept', async (route) => {
    await factory.db('products').where({ id: offer.product.id }).update({ units: 0n });
    await route.continue();
  });
  await here.getByRole('button', { name: 'Buy Now' }).click();
  const dialog = here.getByRole('dialog', { name: 'There was an error!' });
  await dialog
    .getByText('The offer has been cancelled because the following products are not available:')
    .waitFor();
  await dialog.getByText(offer.product.name).waitFor();
  await dialog.getByRole('button', { name: 'Back to Offers' }).click();
  await here.getByText('Your cart is empty.').waitFor();
  for (const person of [offer.buyer, offer.seller]) {
    const there = await openSignedIn(browser, factory, person);
    await there.goto('/my_offers');
    await there.getByText("You don't have any offers yet.").waitFor();
  }
}, 60_000);
