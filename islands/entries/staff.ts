import '../page/shared';
import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import { payouts } from '../../server/ledger/staff-contract';
import { managePurchaseOrders } from '../../server/orders/staff-contract';
import Applications from '../applications';
import { fill } from '../browser/island';
import ManagePurchaseOrders from '../manage-purchase-orders';
import Payouts from '../payouts';

export const islands = [
  fill(applications, Applications),
  fill(managePurchaseOrders, ManagePurchaseOrders),
  fill(payouts, Payouts),
];
