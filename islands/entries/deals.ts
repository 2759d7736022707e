import '../page/shared';
import { myOffers } from '../../server/offers/contract';
import { myOrders } from '../../server/orders/contract';
import { fill } from '../browser/island';
import MyOffers from '../my-offers';
import MyOrders from '../my-orders';

export const islands = [fill(myOffers, MyOffers), fill(myOrders, MyOrders)];
