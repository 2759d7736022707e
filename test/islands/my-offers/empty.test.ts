import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import MyOffers from '../../../islands/my-offers';

const shown = (buysAgain: boolean) =>
  renderToStaticMarkup(
    createElement(MyOffers, { offers: { data: [], included: [] }, approvals: [], side: 'buyer', buysAgain }),
  );

test('an empty My Offers says to a buyer how to begin, and to a viewer who can', () => {
  expect(shown(true)).toContain('Add a product to your cart, set your price and send the offer.');
  expect(shown(false)).toContain('Offers that your colleagues send appear here.');
  expect(shown(false)).not.toContain('Add a product to your cart');
});
