/** What the server's latest answer says of one row, in the order of that answer. */
export interface Entry<Item> {
  key: string;
  /** The part of the page that the row belongs to. */
  place: string;
  /** Anything that changes when the row does. */
  version: number | string;
  /** Nothing can be done with it: a row that becomes so has left its place. */
  isOver?: boolean;
  item: Item;
}

export interface SteadyRow<Item> extends Entry<Item> {
  /** It is no longer where it is shown. */
  hasLeft: boolean;
  /** The item as it was before the row left. */
  before: Item | null;
  /** When its content last changed; NEVER while it has not. */
  changedAt: number;
  /** When it last changed its position. */
  movedAt: number;
}

export interface SteadyList<Item> {
  readonly rows: readonly SteadyRow<Item>[];
  /** New ones that wait to be shown. */
  readonly waiting: readonly string[];
}

export interface Arrival {
  /** Nothing may move: somebody is at the list. */
  isHeld: boolean;
  now: number;
  /** Rows that the reader has acted on: they do not show the buttons of before. */
  own?: ReadonlySet<string> | undefined;
  /** The reader has just acted: what left before is let go of. */
  letsGo?: boolean | undefined;
  /** Rows with something typed into them stay, whatever becomes of them. */
  isPinned?: ((key: string) => boolean) | undefined;
}

export const INERT_MS = 300;

export const NEVER = Number.NEGATIVE_INFINITY;

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

/** The row in its place, with the values of now; an entry that is missing or over has left. */
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

/** Rows whose neighbor above is another one are marked as moved. */
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

/** Puts rows that stay although they have left behind the rows that they stood behind. */
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

/** The list after an answer of the server. */
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
  // What left while somebody was at the list stays to be read; what leaves now goes at once.
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

/** Everything as the server has it: new rows in, rows that left out, but for those typed into. */
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

/** Whether more than the order of now would be shown once nobody is at the list. */
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

/** What a button takes when it is pressed: the row as it was shown. */
export interface Press<Item> {
  key: string;
  version: Entry<Item>['version'];
  item: Item;
}

export function isInert<Item>(list: SteadyList<Item>, key: string, now: number): boolean {
  const row = list.rows.find((one) => one.key === key);
  return !row || now - Math.max(row.changedAt, row.movedAt) < INERT_MS;
}

/** null where the row has left, or is inert because it has just changed or moved. */
export function pressRow<Item>(list: SteadyList<Item>, key: string, now: number): Press<Item> | null {
  const row = list.rows.find((one) => one.key === key);
  if (!row || row.hasLeft || isInert(list, key, now)) return null;
  return { key, version: row.version, item: row.item };
}

/** What a click acts on: the row of its press, or nothing where the press was on another row or on none. */
export const clickRow = <Item>(press: Press<Item> | null, key: string): Press<Item> | null =>
  press?.key === key ? press : null;
