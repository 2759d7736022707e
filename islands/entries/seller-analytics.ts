import '../page/shared';
import './work-pages';
import { sellerAnalytics } from '../../server/analytics/contract';
import { fill } from '../browser/island';
import SellerAnalytics from '../seller-analytics';

export const islands = [fill(sellerAnalytics, SellerAnalytics)];
