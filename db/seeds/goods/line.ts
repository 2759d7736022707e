/**
 * A kind of good and the products made of it. `products` are `seller colour Name`: the colour names the picture
 * (`KIND-COLOUR`, see pictures/kinds.mjs), so a name always shows what it says.
 */
export interface GoodsLine {
  readonly kind: string;
  /** Pictures besides the good alone, as pictures/kinds.mjs has them taken: `group` of all colourways, others of each. */
  readonly views: readonly ('group' | 'carton' | 'pallet' | 'detail')[];
  readonly about: string;
  readonly facts: readonly string[];
  /** Dollars, around which the products' prices lie. */
  readonly msrp: number;
  /** Length, width, height in inches, weight, its unit. */
  readonly box: readonly [number, number, number, number, 'lbs' | 'oz'];
  /** Units in an inner carton, inner cartons in an outer one. */
  readonly pack: readonly [number, number];
  readonly sizes?: readonly string[];
  readonly products: readonly string[];
}
