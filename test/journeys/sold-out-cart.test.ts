import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test('Buy Now on a sold-out cart lists the sold products, empties the cart, and shows its seller nothing', async () => {
  const offer = await environment.factory.anOffer({ state: 'draft' });
  const { browser, factory } = environment;
  const buyerPage = await openSignedIn(browser, factory, offer.buyer);
  await buyerPage.goto('/cart');
  await live(buyerPage);
  await buyerPage.getByRole('button', { name: 'Buy Now' }).waitFor();
  // Between click and response, before the cart shows it.
  await buyerPage.route('**/accept', async (route) => {
    await factory.db('products').where({ id: offer.product.id }).update({ units: 0n });
    await route.continue();
  });
  await buyerPage.getByRole('button', { name: 'Buy Now' }).click();
  const dialog = buyerPage.getByRole('dialog', { name: 'There was an error!' });
  await dialog
    .getByText('The offer has been cancelled because the following products are not available:')
    .waitFor();
  await dialog.getByText(offer.product.name).waitFor();
  await dialog.getByRole('button', { name: 'Back to Offers' }).click();
  await buyerPage.getByText('Your cart is empty.').waitFor();
  for (const person of [offer.buyer, offer.seller]) {
    const offersPage = await openSignedIn(browser, factory, person);
    await offersPage.goto('/my_offers');
    await offersPage.getByText("You don't have any offers yet.").waitFor();
  }
});
