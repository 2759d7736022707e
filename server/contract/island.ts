export interface Island<Props> {
  readonly id: string;
  /** Never set; carries the props' type. */
  readonly props?: Props;
}

export const island = <Props>(id: string): Island<Props> => ({ id });

/** What an island's component takes; each may be missing, because its element may stand on a page of another backend. */
export type PropsOf<Spot> = Spot extends Island<infer Props> ? Partial<Props> : never;
