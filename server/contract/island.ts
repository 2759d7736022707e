export interface Island<Props> {
  readonly id: string;
  /** Never set; carries the props' type. */
  readonly props?: Props;
}

export const island = <Props>(id: string): Island<Props> => ({ id });
