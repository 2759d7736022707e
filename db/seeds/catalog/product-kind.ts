/** A kind of product. `products` are `seller color Name`. One picture shows all colors, KIND-group, or the only one. */
export interface ProductKind {
  readonly kind: string;
  /** Colors with a picture of their own, KIND-COLOR. */
  readonly alone?: readonly string[];
  /** More pictures of these colors, KIND-COLOR-VIEW. */
  readonly more?: readonly ('carton' | 'detail')[];
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
