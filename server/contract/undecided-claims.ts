/** An order has at most one such claim; it holds up the order's receipt and payout. */
export const undecidedStatuses = ['open', 'in_review'] as const;

export const isUndecided = ({ status }: { readonly status: string }): boolean =>
  (undecidedStatuses as readonly string[]).includes(status);
