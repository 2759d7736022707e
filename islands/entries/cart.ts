import '../page/shared';
import { cart } from '../../server/offers/contract';
import { fill } from '../browser/island';
import Cart from '../cart';

export const islands = [fill(cart, Cart)];
