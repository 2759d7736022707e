import '../page/shared';
import { allProducts, productDetail, sellerStorefront } from '../../server/products/contract';
import AllProducts from '../all-products';
import { fill } from '../browser/island';
import ProductDetail from '../product-detail';
import SellerStorefront from '../seller-storefront';

export const islands = [
  fill(allProducts, AllProducts),
  fill(productDetail, ProductDetail),
  fill(sellerStorefront, SellerStorefront),
];
