import { caseHint, caseLabel } from '../../server/contract/case-packs';
import { packagingLabels } from '../../server/contract/categories';
import { formatUnits, parseUnits } from '../../server/contract/money';
import { conditionLabels } from '../../server/contract/product-conditions';
import type { Gender, Product } from '../../server/products/contract';

const genderLabels: Record<Gender, string> = { unisex: 'Unisex', f: 'Women', m: 'Men' };

interface FactGroup {
  title: string;
  facts: (readonly [label: string, value: string])[];
}

const size = (value: number | null) => (value === null ? null : `${value} in`);
const count = (value: bigint | null) => (value === null ? null : formatUnits(value));

/** Omits unknown values, "Other" packaging and empty groups. */
export function factGroupsOf(product: Product): FactGroup[] {
  const hasGender = product.category === 'apparel' || product.category === 'footwear';
  const groups: Record<string, [label: string, value: string | null][]> = {
    Product: [
      ['Condition', product.condition ? conditionLabels[product.condition] : null],
      ['Gender', hasGender ? genderLabels[product.gender] : null],
      ['Size', product.seller_size],
      ['Expiration date', product.expiration_date],
    ],
    Packaging: [
      [
        'Packaging type',
        product.packaging_type === 'other packaging type' ? null : packagingLabels[product.packaging_type],
      ],
      ['Inner quantity', count(product.inner_quantity)],
      ['Number of inners', count(product.inner_count)],
      ['Outer quantity', count(product.outer_quantity)],
    ],
    Dimensions: [
      ['Length', size(product.length)],
      ['Width', size(product.width)],
      ['Height', size(product.height)],
      ['Weight', product.weight === null ? null : `${product.weight} ${product.weight_unit}`],
    ],
    Identifiers: [
      ['UPC', product.upc],
      ['SKU', product.sku],
      ['ASIN', product.asin],
      ['Style number', product.style_number],
    ],
  };
  return Object.entries(groups)
    .map(([title, facts]) => ({
      title,
      facts: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    }))
    .filter(({ facts }) => facts.length > 0);
}

/** "3 cases (72 units)" where the seller sells by the case; else how many units a case holds. */
export function casesNote(product: Product, typed: string): string | null {
  const { order_multiple = 1n } = product;
  if (order_multiple > 1n)
    return caseLabel(parseUnits(typed) ?? 0n, product) ?? `Sold in cases of ${formatUnits(order_multiple)}`;
  return caseHint(product);
}

export const unitsOf = ({ units }: Pick<Product, 'units'>) => {
  if (units === null) return 'TBD';
  return units === 0n ? 'Sold out' : formatUnits(units);
};
