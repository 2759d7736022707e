import '../page/shared';
import { cart, myOffers } from '../../server/offers/contract';
import { myOrders } from '../../server/orders/contract';
import { fill } from '../browser/island';
import Cart from '../cart';
import MyOffers from '../my-offers';
import MyOrders from '../my-orders';

export const islands = [fill(cart, Cart), fill(myOffers, MyOffers), fill(myOrders, MyOrders)];
