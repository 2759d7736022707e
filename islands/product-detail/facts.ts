import { packagingLabels } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import { genders, type Product } from '../../server/products/contract';

type Fact = readonly [label: string, value: string];

const size = (value: number | null) => (value === null ? null : `${value} in`);
const count = (value: bigint | null) => (value === null ? null : formatUnits(value));

/** Omits unknown values and "Other" packaging. */
export function factsOf(product: Product): Fact[] {
  const facts: [string, string | null][] = [
    ['UPC', product.upc],
    ['SKU', product.sku],
    ['ASIN', product.asin],
    ['Style Number', product.style_number],
    [
      'Gender',
      product.category === 'apparel' || product.category === 'footwear' ? genders[product.gender] : null,
    ],
    ['Size', product.seller_size],
    ['Expiration Date', product.expiration_date],
    [
      'Packaging Type',
      product.packaging_type === 'other packaging type' ? null : packagingLabels[product.packaging_type],
    ],
    ['Length', size(product.length)],
    ['Width', size(product.width)],
    ['Height', size(product.height)],
    ['Weight', product.weight === null ? null : `${product.weight} ${product.weight_unit}`],
    ['Inner Quantity', count(product.inner_quantity)],
    ['Number of Inners', count(product.inner_count)],
    ['Outer Quantity', count(product.outer_quantity)],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

export const unitsOf = ({ units }: Pick<Product, 'units'>) => {
  if (units === null) return 'TBD';
  return units === 0n ? 'Sold out' : formatUnits(units);
};
