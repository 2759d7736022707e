import './work-pages';
import { manageProducts } from '../../server/products/manage/dashboard-contract';
import ManageProducts from '../manage-products';
import { fill } from '../runtime/registry';

export const islands = [fill(manageProducts, ManageProducts)];
