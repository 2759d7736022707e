/** Delays by outcome. */
export type Samples = Record<string, readonly number[]>;

/** The share of pairs in which the first sample is the later one; ties count half. */
function rankShare(some: readonly number[], others: readonly number[]): number {
  const points = some.flatMap((one) =>
    others.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
  );
  return points.reduce((sum, point) => sum + point, 0) / points.length;
}

/** Whether no outcome's delays can be told from the others'. */
export const isEven = (samples: Samples): boolean =>
  Object.keys(samples).length > 0 &&
  Object.entries(samples).every(([outcome, delays]) => {
    const others = Object.entries(samples).filter(([name]) => name !== outcome);
    const share = rankShare(
      delays,
      others.flatMap(([, drawn]) => drawn),
    );
    return share >= 0.4 && share <= 0.6;
  });
