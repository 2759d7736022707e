import '../page/shared';
import './work-pages';
import { claims } from '../../server/claims/contract';
import { managePurchaseOrder } from '../../server/orders/staff-contract';
import { fill } from '../browser/island';
import Claims from '../claims';
import ManagePurchaseOrder from '../manage-purchase-order';

export const islands = [fill(managePurchaseOrder, ManagePurchaseOrder), fill(claims, Claims)];
