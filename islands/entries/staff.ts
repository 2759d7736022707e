import '../page/shared';
import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import { managePurchaseOrder, managePurchaseOrders } from '../../server/orders/staff-contract';
import Applications from '../applications';
import { fill } from '../browser/island';
import ManagePurchaseOrder from '../manage-purchase-order';
import ManagePurchaseOrders from '../manage-purchase-orders';

export const islands = [
  fill(applications, Applications),
  fill(managePurchaseOrders, ManagePurchaseOrders),
  fill(managePurchaseOrder, ManagePurchaseOrder),
];
