import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import { personSpot } from '../../server/accounts/person-contract';
import { managePurchaseOrders } from '../../server/orders/staff-contract';
import { categoryCuration, curatedSellerProducts, topSellers } from '../../server/products/tags/contract';
import Applications from '../applications';
import CategoryCuration from '../category-curation';
import CuratedSellerProducts from '../curated-seller-products';
import ManagePurchaseOrders from '../manage-purchase-orders';
import Person from '../person';
import { fill } from '../runtime/registry';
import TopSellers from '../top-sellers';

export const islands = [
  fill(applications, Applications),
  fill(personSpot, Person),
  fill(topSellers, TopSellers),
  fill(categoryCuration, CategoryCuration),
  fill(curatedSellerProducts, CuratedSellerProducts),
  fill(managePurchaseOrders, ManagePurchaseOrders),
];
