import { allProducts, productDetail, sellerStorefront } from '../../server/products/contract';
import AllProducts from '../all-products';
import ProductDetail from '../product-detail';
import { fill } from '../runtime/registry';
import SellerStorefront from '../seller-storefront';

export const islands = [
  fill(allProducts, AllProducts),
  fill(productDetail, ProductDetail),
  fill(sellerStorefront, SellerStorefront),
];
