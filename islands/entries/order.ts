import '../page/shared';
import { orderDetail } from '../../server/orders/contract';
import { fill } from '../browser/island';
import OrderDetail from '../order-detail';

export const islands = [fill(orderDetail, OrderDetail)];
