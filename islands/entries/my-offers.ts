import '../page/shared';
import { myOffers } from '../../server/offers/contract';
import { fill } from '../browser/island';
import MyOffers from '../my-offers';

export const islands = [fill(myOffers, MyOffers)];
