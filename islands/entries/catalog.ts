import '../page/shared';
import { allProducts, productDetail, sellerStorefront } from '../../server/products/contract';
import { favorites } from '../../server/sourcing/contract';
import AllProducts from '../all-products';
import { fill } from '../browser/island';
import Favorites from '../favorites';
import ProductDetail from '../product-detail';
import SellerStorefront from '../seller-storefront';

export const islands = [
  fill(allProducts, AllProducts),
  fill(productDetail, ProductDetail),
  fill(favorites, Favorites),
  fill(sellerStorefront, SellerStorefront),
];
