import '../page/shared';
import './work-pages';
import { productWizard } from '../../server/products/manage/dashboard-contract';
import { manageProfile } from '../../server/sellers/dashboard-contract';
import { shopifyPage } from '../../server/shopify/contract';
import { fill } from '../browser/island';
import ManageProfile from '../manage-profile';
import ProductWizard from '../product-wizard';
import Shopify from '../shopify';

export const islands = [
  fill(productWizard, ProductWizard),
  fill(manageProfile, ManageProfile),
  fill(shopifyPage, Shopify),
];
