import '../page/shared';
import './work-pages';
import '../shipping/order-parts';
import { claims } from '../../server/claims/contract';
import { payouts } from '../../server/ledger/staff-contract';
import { managePurchaseOrder, managePurchaseOrders } from '../../server/orders/staff-contract';
import { systemStatus } from '../../server/system/contract';
import { fill } from '../browser/island';
import Claims from '../claims';
import ManagePurchaseOrder from '../manage-purchase-order';
import ManagePurchaseOrders from '../manage-purchase-orders';
import Payouts from '../payouts';
import System from '../system-status';

export const islands = [
  fill(managePurchaseOrders, ManagePurchaseOrders),
  fill(managePurchaseOrder, ManagePurchaseOrder),
  fill(claims, Claims),
  fill(payouts, Payouts),
  fill(systemStatus, System),
];
