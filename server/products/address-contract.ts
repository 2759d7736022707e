import type { ProductCard } from './contract';

export const productAddress = ({ seller_id, id }: Pick<ProductCard, 'seller_id' | 'id'>) =>
  `/all_products/${seller_id}/${id}`;
