import { sqlList } from '../../db/sql';
import { cartStates, closedStates, offerStates, openStates } from '../../server/offers/rules';
import { closedStatuses } from '../../server/orders/state-machine';
import { offerPlaces } from '../../server/products/contract';
import { IN_USE } from '../../server/products/queries';

test('every offer state is of the cart, open or closed', () => {
  expect([...cartStates, ...openStates, ...closedStates].sort()).toEqual([...offerStates].sort());
});

// Products may not import offers and orders, so their own lists are compared here.
test('products know the same states of offers and orders', () => {
  expect(offerPlaces).toEqual([...cartStates, ...openStates]);
  expect(IN_USE).toContain(`offers.state in ${sqlList(openStates)}`);
  expect(IN_USE).toContain(`status not in ${sqlList(closedStatuses)}`);
});
