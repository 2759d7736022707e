import '../page/shared';
import { managePurchaseOrder } from '../../server/orders/staff-contract';
import { fill } from '../browser/island';
import ManagePurchaseOrder from '../manage-purchase-order';

export const islands = [fill(managePurchaseOrder, ManagePurchaseOrder)];
