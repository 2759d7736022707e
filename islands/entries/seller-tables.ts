import '../page/shared';
import './work-pages';
import { offerRules } from '../../server/answers/rules/contract';
import { earnings } from '../../server/ledger/contract';
import { manageProducts } from '../../server/products/manage/dashboard-contract';
import { fill } from '../browser/island';
import Earnings from '../earnings';
import ManageProducts from '../manage-products';
import OfferRules from '../offer-rules';

export const islands = [
  fill(manageProducts, ManageProducts),
  fill(earnings, Earnings),
  fill(offerRules, OfferRules),
];
