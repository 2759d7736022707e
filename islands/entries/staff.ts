import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import { managePurchaseOrders } from '../../server/orders/staff-contract';
import Applications from '../applications';
import ManagePurchaseOrders from '../manage-purchase-orders';
import { fill } from '../runtime/registry';

export const islands = [fill(applications, Applications), fill(managePurchaseOrders, ManagePurchaseOrders)];
