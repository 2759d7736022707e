import { formatPercent } from '../../server/contract/percent';

test.each<[number | null, (number | null)[] | undefined, string]>([
  [91, undefined, '91%'],
  [90.9, undefined, '90.9%'],
  [90.96, undefined, '91%'],
  [65_366.2, undefined, '65,366.2%'],
  [null, undefined, '–'],
  [25, [25, null, 30.9], '25.0%'],
  [30.9, [25, null, 30.9], '30.9%'],
  [25, [25, 30], '25%'],
])('%s among %j is %s', (percent, column, text) => expect(formatPercent(percent, column)).toBe(text));
