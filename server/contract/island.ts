/** An element and its props. Declared without a call, which scripts would keep for islands of other pages. */
export interface Island<Props = object> {
  readonly id: string;
  /** Never set; carries the props' type. */
  readonly props?: Props;
}

/** What an island's component takes; each may be missing, because its element may stand on a page of another backend. */
export type PropsOf<Spot> = Spot extends Island<infer Props> ? Partial<Props> : never;
