import '../page/shared';
import './work-pages';
import { manageProducts } from '../../server/products/manage/dashboard-contract';
import { fill } from '../browser/island';
import ManageProducts from '../manage-products';

export const islands = [fill(manageProducts, ManageProducts)];
