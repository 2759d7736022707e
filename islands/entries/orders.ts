import '../page/shared';
import { myOrders, orderDetail } from '../../server/orders/contract';
import { fill } from '../browser/island';
import MyOrders from '../my-orders';
import OrderDetail from '../order-detail';

export const islands = [fill(myOrders, MyOrders), fill(orderDetail, OrderDetail)];
