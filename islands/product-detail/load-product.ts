import { currentUser } from '../../server/accounts/contract';
import { type ProductDetailProps, showProduct, similarProducts } from '../../server/products/contract';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';

/** Loads the page's props by its address. */
export async function loadProduct(): Promise<ProductDetailProps> {
  const id = givenId('product-detail', 'productId', -1);
  const [product, { user }] = await Promise.all([call(showProduct, { id }), call(currentUser, {})]);
  const { products } = await call(similarProducts, { seller_id: product.seller_id }, undefined, {
    product_id: id,
  });
  const relation = () => {
    if (!user) return 'anyone';
    if (user.admin) return 'staff';
    if (user.buyer) return 'buyer';
    return user.seller?.id === product.seller_id ? 'owner' : 'seller';
  };
  return { product, similar: products, as: relation() };
}
