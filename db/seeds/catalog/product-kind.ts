/**
 * A kind of product. `products` are `seller color Name`; the color selects the image `KIND-COLOR`
 * (pictures/kinds.mjs).
 */
export interface ProductKind {
  readonly kind: string;
  /** More pictures than the product alone (pictures/kinds.mjs): `group` shows all colors, the others one color each. */
  readonly views: readonly ('group' | 'carton' | 'pallet' | 'detail')[];
  readonly about: string;
  readonly facts: readonly string[];
  /** Typical price in dollars. */
  readonly msrp: number;
  /** Length, width and height in inches, weight and its unit. */
  readonly box: readonly [number, number, number, number, 'lbs' | 'oz'];
  /** Units per inner carton, inner cartons per outer carton. */
  readonly pack: readonly [number, number];
  readonly sizes?: readonly string[];
  readonly products: readonly string[];
}
