// Goals per row. `bare` is the raw limit measured next to it, `first` the first page of the listing.
export const number = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const verdict = (value, sign, goal, unit) => {
  if (!Number.isFinite(value)) return '';
  const met = sign === '≤' ? value <= goal : value >= goal;
  return `${met ? 'met' : 'MISSED'}: ${number(value)} (${sign} ${number(goal)} ${unit})`;
};
const atMost = (most, unit, of) => (row) => verdict(of(row), '≤', most, unit);
const atLeast = (least, unit, of) => (row) => verdict(of(row), '≥', least, unit);

const timesBare = (most) => atMost(most, '× bare', ({ one, bare }) => one.p50 / bare?.p50);
const timesFirst = (most) => atMost(most, '× page 1', ({ one, first }) => one.p50 / first?.p50);
const p50 = (most) => atMost(most, 'ms', ({ one }) => one.p50);
const perSecond = (least) => atLeast(least, 'a second', ({ eight }) => eight.perSecond);
const timesCost = (most, of) => (row) =>
  verdict(row.costs.get(row.name) / row.costs.get(of), '≤', most, `× the processor time of “${of}”`);
const shareOfBare = (least) =>
  atLeast(least, 'of bare a second', ({ eight, bareEight }) => eight.perSecond / bareEight?.perSecond);

const BESIDE_BARE = [
  'My Orders, buyer',
  'My Orders, seller',
  'To ship list',
  'an order',
  'Earnings, page 1',
  'Earnings, page 100',
  'payouts of a seller',
  'statement CSV',
  'sync, a page of 1,000',
  'payouts of all',
  'claims in review',
  'claims, all',
  'release earnings',
];
const CALL = 'product by API';
const listing = [timesBare(4), perSecond(1200)];
const goals = {
  'two words': [p50(40)],
  'two words, broad': [p50(350)],
  'words and filters': [p50(40)],
  'typing error': [],
  'page 500': [timesFirst(2)],
  'middle page': [timesFirst(10)],
  'middle of a category': [timesFirst(10)],
  'product by API': [timesBare(4)],
  'product as a page': [timesCost(2.2, CALL)],
  'product as a page, br': [timesCost(3, CALL)],
  'the same product again, br': [timesCost(2, CALL)],
  'product, signed out': [timesCost(1.2, CALL)],
  'product, signed out, br': [timesCost(1.5, CALL)],
  'the same, signed out': [timesCost(1.2, CALL)],
  'the same, signed out, br': [timesCost(1.5, CALL)],
  'listing as a page': [p50(6), shareOfBare(0.6)],
  'listing as a page, br': [timesCost(1.3, 'listing as a page')],
  'listing, signed out': [shareOfBare(1)],
  'add to cart (new offer)': [timesBare(6)],
  'accept: Buy Now': [p50(8)],
  ...Object.fromEntries(BESIDE_BARE.map((name) => [name, [timesBare(4)]])),
};

export const verdicts = (name, row, isListing) =>
  (goals[name] ?? (isListing ? listing : [])).map((goal) => goal({ name, ...row })).filter(Boolean);

export const memoryGoal = (megabytes) => verdict(megabytes, '≤', 220, 'MB');
