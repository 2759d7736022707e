export interface Entry<Item> {
  key: string;
  place: string;
  version: number | string;
  /** A row that becomes over has left its group. */
  isOver?: boolean;
  item: Item;
}

export interface SteadyRow<Item> extends Entry<Item> {
  /** No longer in the place where it is shown. */
  hasLeft: boolean;
  before: Item | null;
  /** NEVER if unchanged since it appeared. */
  changedAt: number;
  movedAt: number;
}

export interface SteadyList<Item> {
  readonly rows: readonly SteadyRow<Item>[];
  readonly waiting: readonly string[];
}

export interface Arrival {
  /** The reader is using the list: nothing may move. */
  isHeld: boolean;
  now: number;
  own?: ReadonlySet<string> | undefined;
  /** The reader has just acted: rows that left earlier are removed. */
  letsGo?: boolean | undefined;
  isPinned?: ((key: string) => boolean) | undefined;
}

export const INERT_MS = 300;

const NEVER = Number.NEGATIVE_INFINITY;

const freshRow = <Item>(entry: Entry<Item>, now: number): SteadyRow<Item> => ({
  ...entry,
  hasLeft: false,
  before: null,
  changedAt: NEVER,
  movedAt: now,
});

export const startList = <Item>(entries: readonly Entry<Item>[]): SteadyList<Item> => ({
  rows: entries.map((entry) => freshRow(entry, NEVER)),
  waiting: [],
});

function updated<Item>(
  row: SteadyRow<Item>,
  entry: Entry<Item> | undefined,
  { now, own }: Arrival,
): SteadyRow<Item> {
  const leaves = entry === undefined || (entry.isOver === true && !row.isOver);
  if (leaves) {
    if (row.hasLeft) return entry ? { ...row, item: entry.item, version: entry.version } : row;
    const before = own?.has(row.key) ? null : row.item;
    const kept = entry ? { item: entry.item, version: entry.version } : {};
    return { ...row, ...kept, hasLeft: true, before, changedAt: now };
  }
  const isSame = entry.version === row.version && !row.hasLeft;
  return {
    ...row,
    item: entry.item,
    version: entry.version,
    hasLeft: false,
    before: null,
    changedAt: isSame ? row.changedAt : now,
  };
}

function withMoves<Item>(
  rows: readonly SteadyRow<Item>[],
  previous: readonly SteadyRow<Item>[],
  now: number,
): SteadyRow<Item>[] {
  const isSameOrder =
    rows.length >= previous.length &&
    previous.every(({ key, place }, index) => rows[index]?.key === key && rows[index]?.place === place);
  return isSameOrder ? [...rows] : rows.map((row) => ({ ...row, movedAt: now }));
}

function keepInPlace<Item>(
  rows: SteadyRow<Item>[],
  previous: readonly SteadyRow<Item>[],
  staying: readonly SteadyRow<Item>[],
): SteadyRow<Item>[] {
  const result = [...rows];
  for (const row of staying) {
    const at = previous.findIndex(({ key }) => key === row.key);
    const above = previous.slice(0, at).findLast(({ key }) => result.some((other) => other.key === key));
    result.splice(above ? result.findIndex(({ key }) => key === above.key) + 1 : 0, 0, row);
  }
  return result;
}

export function receive<Item>(
  list: SteadyList<Item>,
  entries: readonly Entry<Item>[],
  arrival: Arrival,
): SteadyList<Item> {
  const { isHeld, now, isPinned, letsGo } = arrival;
  const latest = new Map(entries.map((entry) => [entry.key, entry]));
  const shown = list.rows.map((row) => updated(row, latest.get(row.key), arrival));
  if (isHeld) {
    const keys = new Set(shown.map(({ key }) => key));
    return { rows: shown, waiting: entries.filter(({ key }) => !keys.has(key)).map(({ key }) => key) };
  }
  // Rows that left while the list was held stay readable; later ones are removed at once.
  const hadLeft = new Set(list.rows.filter(({ hasLeft }) => hasLeft && !letsGo).map(({ key }) => key));
  const staying = shown.filter(({ key, hasLeft }) => hasLeft && (hadLeft.has(key) || isPinned?.(key)));
  const stayingKeys = new Set(staying.map(({ key }) => key));
  const byKey = new Map(shown.map((row) => [row.key, row]));
  const rows = entries
    .filter(({ key }) => !stayingKeys.has(key))
    .map((entry): SteadyRow<Item> => {
      const row = byKey.get(entry.key);
      if (!row) return freshRow(entry, now);
      return { ...row, ...entry, isOver: entry.isOver ?? false, hasLeft: false, before: null };
    });
  return { rows: withMoves(keepInPlace(rows, list.rows, staying), list.rows, now), waiting: [] };
}

export function showAll<Item>(
  list: SteadyList<Item>,
  entries: readonly Entry<Item>[],
  arrival: Omit<Arrival, 'isHeld'>,
): SteadyList<Item> {
  const { isPinned } = arrival;
  const settled = { ...list, rows: list.rows.filter((row) => !row.hasLeft || isPinned?.(row.key)) };
  const next = receive(settled, entries, { ...arrival, isHeld: false });
  return { rows: next.rows.map((row) => ({ ...row, movedAt: arrival.now })), waiting: [] };
}

export const isBehind = <Item>({ rows, waiting }: SteadyList<Item>, entries: readonly Entry<Item>[]) => {
  if (waiting.length > 0) return true;
  const present = rows.filter(({ hasLeft }) => !hasLeft);
  const left = new Set(rows.filter(({ hasLeft }) => hasLeft).map(({ key }) => key));
  const expected = entries.filter(({ key }) => !left.has(key));
  return (
    present.length !== expected.length ||
    present.some(({ key, place }, index) => expected[index]?.key !== key || expected[index]?.place !== place)
  );
};

export interface Press<Item> {
  key: string;
  version: Entry<Item>['version'];
  item: Item;
}

export function isInert<Item>(list: SteadyList<Item>, key: string, now: number): boolean {
  const row = list.rows.find((one) => one.key === key);
  return !row || now - Math.max(row.changedAt, row.movedAt) < INERT_MS;
}

export function pressRow<Item>(list: SteadyList<Item>, key: string, now: number): Press<Item> | null {
  const row = list.rows.find((one) => one.key === key);
  if (!row || row.hasLeft || isInert(list, key, now)) return null;
  return { key, version: row.version, item: row.item };
}

export const clickRow = <Item>(press: Press<Item> | null, key: string): Press<Item> | null =>
  press?.key === key ? press : null;
