import '../page/shared';
import { cart, myOffers } from '../../server/offers/contract';
import { fill } from '../browser/island';
import Cart from '../cart';
import MyOffers from '../my-offers';

export const islands = [fill(cart, Cart), fill(myOffers, MyOffers)];
