import fc from 'fast-check';
import {
  clickRow,
  type Entry,
  INERT_MS,
  isBehind,
  type Press,
  pressRow,
  receive,
  type SteadyList,
  showAll,
  startList,
} from '../../../../islands/live/steady/rows';

type Item = { total: number };

const entry = (key: string, version = 1, more: Partial<Entry<Item>> = {}): Entry<Item> => ({
  key,
  place: 'Needs your response',
  version,
  item: { total: version * 100 },
  ...more,
});

const keys = ({ rows }: SteadyList<Item>) => rows.map(({ key }) => key);
const held = { isHeld: true, now: 1_000 };
const free = { isHeld: false, now: 1_000 };

test('twenty arrivals move nothing while the list is in use, and are counted', () => {
  const first = [entry('a'), entry('b')];
  let list = startList(first);
  let entries = first;
  for (let n = 0; n < 20; n++) {
    entries = [entry(`new ${n}`), ...entries];
    list = receive(list, entries, held);
  }
  expect(keys(list)).toEqual(['a', 'b']);
  expect(list.waiting).toHaveLength(20);
  expect(keys(showAll(list, entries, { now: 2_000 }))).toEqual(entries.map(({ key }) => key));
});

test('changes appear at once while the list is not in use', () => {
  const entries = [entry('new'), entry('b')];
  const list = receive(startList([entry('a'), entry('b')]), entries, free);
  expect(keys(list)).toEqual(['new', 'b']);
  expect(list.waiting).toEqual([]);
  expect(isBehind(list, entries)).toBe(false);
});

test('what left stays in its place, as it was, until it is let go', () => {
  const first = [entry('a'), entry('b'), entry('c')];
  const entries = [entry('a'), entry('c'), entry('b', 2, { place: 'Closed', isOver: true })];
  const list = receive(startList(first), entries, held);
  expect(keys(list)).toEqual(['a', 'b', 'c']);
  expect(list.rows[1]).toMatchObject({ hasLeft: true, place: 'Needs your response', before: { total: 100 } });
  expect(pressRow(list, 'b', 9_000)).toBeNull();
  const later = receive(list, [entry('new'), ...entries], { ...free, now: 2_000 });
  expect(keys(later)).toEqual(['new', 'a', 'b', 'c']);
  expect(keys(showAll(later, [entry('new'), ...entries], { now: 3_000 }))).toEqual(['new', 'a', 'c', 'b']);
});

test('a row that the reader has acted on shows no buttons of before', () => {
  const list = receive(startList([entry('a')]), [], { ...held, own: new Set(['a']) });
  expect(list.rows[0]).toMatchObject({ hasLeft: true, before: null });
});

test('a row with input stays although it was removed and the list is not in use', () => {
  const isPinned = (key: string) => key === 'b';
  const list = receive(startList([entry('a'), entry('b')]), [entry('c')], { ...free, isPinned });
  expect(keys(list)).toEqual(['b', 'c']);
  expect(list.rows[0]).toMatchObject({ hasLeft: true });
  expect(keys(showAll(list, [entry('c')], { now: 2_000, isPinned }))).toEqual(['b', 'c']);
});

test('a row that changes groups keeps its place while the list is in use, then moves', () => {
  const entries = [entry('b'), entry('a', 2, { place: 'Waiting' })];
  const list = receive(startList([entry('a'), entry('b')]), entries, held);
  expect(list.rows[0]).toMatchObject({ key: 'a', place: 'Needs your response', version: 2, hasLeft: false });
  expect(isBehind(list, entries)).toBe(true);
  const settled = receive(list, entries, free);
  expect(settled.rows.map(({ key, place }) => [key, place])).toEqual([
    ['b', 'Needs your response'],
    ['a', 'Waiting'],
  ]);
});

test('a changed row is inert for 300 ms, its neighbors are not', () => {
  const list = receive(startList([entry('a'), entry('b')]), [entry('a', 2), entry('b')], held);
  expect(pressRow(list, 'a', 1_000 + INERT_MS - 1)).toBeNull();
  expect(pressRow(list, 'a', 1_000 + INERT_MS)).toMatchObject({ version: 2, item: { total: 200 } });
  expect(pressRow(list, 'b', 1_000)).toMatchObject({ version: 1 });
});

test('a click counts only on the row of its press, with the version of its press', () => {
  const list = startList([entry('a'), entry('b')]);
  const press = pressRow(list, 'a', 500);
  const changed = receive(list, [entry('a', 7), entry('b')], held);
  expect(clickRow(press, 'a')).toMatchObject({ version: 1, item: { total: 100 } });
  expect(clickRow(press, 'b')).toBeNull();
  expect(clickRow(pressRow(changed, 'a', 1_100), 'a')).toBeNull();
});

// The reader presses where a row was 50 to 290 ms ago, and releases later.
const timing = fc.record({
  slot: fc.nat(7),
  reaction: fc.integer({ min: 0, max: INERT_MS - 1 }),
  hold: fc.integer({ min: 0, max: 400 }),
  at: fc.integer({ min: 0, max: 4_000 }),
});
const change = fc.record({
  at: fc.integer({ min: 0, max: 5_000 }),
  what: fc.constantFrom('arrive', 'append', 'leave', 'close', 'change', 'turn', 'show', 'enter', 'exit'),
  which: fc.nat(7),
});

test('at 1,000 random timings a click acts on the offer shown at its press, or on none', () => {
  let acted = 0;
  let refused = 0;
  fc.assert(
    fc.property(timing, fc.array(change, { maxLength: 40 }), (click, changes) => {
      let entries = ['a', 'b', 'c', 'd'].map((key) => entry(key));
      let list = startList(entries);
      let isHeld = true;
      let seen: { key: string; version: number | string } | undefined;
      let press: Press<Item> | null = null;
      const pressedAt = click.at + click.reaction;
      const steps = [
        ...changes.map((one) => ({ at: one.at, run: () => apply(one) })),
        { at: click.at, run: look },
        { at: pressedAt, run: down },
        { at: pressedAt + click.hold, run: up },
      ].sort((one, other) => one.at - other.at);

      function apply({ what, which, at }: (typeof changes)[number]) {
        const target = entries[which % Math.max(1, entries.length)];
        const without = entries.filter((one) => one !== target);
        if (what === 'arrive') entries = [entry(`n${at}-${which}-${entries.length}`), ...entries];
        else if (what === 'append') entries = [...entries, entry(`n${at}-${which}-${entries.length}`)];
        else if (what === 'enter') isHeld = true;
        else if (what === 'exit') isHeld = false;
        else if (target && what === 'leave') entries = without;
        else if (target) {
          const version = Number(target.version) + 1;
          const places: Record<string, string> = { close: 'Closed', turn: 'Waiting' };
          const place = places[what] ?? target.place;
          if (what === 'show') {
            list = showAll(list, entries, { now: at });
            return;
          }
          const isOver = what === 'close' || target.isOver === true;
          const next = entry(target.key, version, { place, isOver });
          entries =
            what === 'change' ? entries.map((one) => (one === target ? next : one)) : [...without, next];
        }
        const before = list.rows.map(({ key }) => key);
        list = receive(list, entries, { isHeld, now: at });
        if (isHeld) expect(list.rows.map(({ key }) => key)).toEqual(before);
      }
      function look() {
        seen = list.rows[click.slot];
      }
      function down() {
        const row = list.rows[click.slot];
        press = row ? pressRow(list, row.key, pressedAt) : null;
      }
      function up() {
        const row = list.rows[click.slot];
        const act = row ? clickRow(press, row.key) : null;
        if (act) acted++;
        else refused++;
        // The action uses the total and version that the reader saw.
        if (act)
          expect({ key: act.key, version: act.version }).toMatchObject({
            key: seen?.key,
            version: seen?.version,
          });
        if (act) expect(act.item.total).toBe(Number(act.version) * 100);
      }
      for (const { run } of steps) run();
      expect(new Set(list.rows.map(({ key }) => key)).size).toBe(list.rows.length);
    }),
    { numRuns: 1_000 },
  );
  expect(acted).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});

test('once nothing is held and everything is shown, the list is the server’s', () => {
  const arrivals = fc.array(
    fc.record({
      isHeld: fc.boolean(),
      entries: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom(...'abcdefgh'),
          place: fc.constantFrom('Needs your response', 'Waiting', 'Closed'),
          version: fc.nat(3),
        }),
        { selector: ({ key }) => key, maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(arrivals, (steps) => {
      let list = startList<Item>([]);
      let latest: Entry<Item>[] = [];
      steps.forEach(({ isHeld, entries }, index) => {
        latest = entries.map((one) => ({
          ...one,
          isOver: one.place === 'Closed',
          item: { total: one.version },
        }));
        list = receive(list, latest, { isHeld, now: index * 1_000 });
      });
      list = showAll(list, latest, { now: 99_000 });
      expect(list.rows.map(({ key, place, version }) => ({ key, place, version }))).toEqual(
        latest.map(({ key, place, version }) => ({ key, place, version })),
      );
      expect(isBehind(list, latest)).toBe(false);
    }),
  );
});
