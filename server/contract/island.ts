/** A mount point as a value: the element's id and the props that its page produces. */
export interface Island<Props> {
  readonly id: string;
  /** Never there; carries the type of the props. */
  readonly props?: Props;
}

export const island = <Props>(id: string): Island<Props> => ({ id });
