import fc from 'fast-check';
import {
  clickRow,
  type Entry,
  INERT_MS,
  type Press,
  pressRow,
  receive,
  type SteadyList,
  showAll,
  startList,
} from '../../../../islands/live/steady/rows';

/** What a card shows: acting on anything else would be acting on something not shown. */
interface Offer {
  total: number;
}
interface Record {
  key: string;
  version: number;
  total: number;
  place: 'Needs your response' | 'Waiting' | 'Closed';
}

/** The server: an act counts only with the version that it has. */
class Server {
  offers: Record[] = ['a', 'b', 'c', 'd'].map((key) => ({
    key,
    version: 1,
    total: 100,
    place: 'Needs your response',
  }));
  readonly accepted: { key: string; version: number; total: number }[] = [];

  entries = (): Entry<Offer>[] =>
    this.offers.map(({ key, version, total, place }) => ({
      key,
      version,
      place,
      isOver: place === 'Closed',
      item: { total },
    }));

  change(key: string, next: Partial<Record>) {
    this.offers = this.offers.map((one) =>
      one.key === key ? { ...one, ...next, version: one.version + 1 } : one,
    );
  }

  arrive(key: string) {
    const place = 'Needs your response';
    this.offers = [{ key, version: 1, total: 100, place }, ...this.offers];
  }

  accept({ key, version }: { key: string; version: number | string }): boolean {
    const offer = this.offers.find((one) => one.key === key);
    if (!offer || offer.version !== version || offer.place !== 'Needs your response') return false;
    this.accepted.push({ key, version: offer.version, total: offer.total });
    this.offers = this.offers.filter((one) => one !== offer);
    return true;
  }
}

/** One tab: the real list, fed by answers that come late, the newest request winning. */
class Tab {
  entries: Entry<Offer>[];
  list: SteadyList<Offer>;
  isHeld = true;
  requested = 0;
  newest = 0;
  constructor(private readonly server: Server) {
    this.entries = server.entries();
    this.list = startList(this.entries);
  }
  ask() {
    const turn = ++this.requested;
    const entries = this.server.entries();
    return (now: number) => {
      if (turn < this.newest) return;
      this.newest = turn;
      const before = this.list.rows.map(({ key }) => key);
      this.entries = entries;
      this.list = receive(this.list, entries, { isHeld: this.isHeld, now });
      if (this.isHeld) expect(this.list.rows.map(({ key }) => key)).toEqual(before);
    };
  }
}

const at = fc.integer({ min: 0, max: 4_000 });
const click = fc.record({
  tab: fc.nat(1),
  slot: fc.nat(5),
  at,
  reaction: fc.integer({ min: 0, max: INERT_MS - 1 }),
  hold: fc.integer({ min: 0, max: 400 }),
  travel: fc.integer({ min: 1, max: 300 }),
});
const event = fc.record({
  at,
  what: fc.constantFrom('arrive', 'arrive', 'reprice', 'withdraw', 'turn', 'show', 'enter', 'leave'),
  which: fc.nat(7),
  tab: fc.nat(1),
  /** Until each tab has the answer. */
  delays: fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })),
});

type Step = { at: number; order: number; run: (now: number) => void };

/** Runs what happens in the order of its time; a step may add later ones. */
function play(
  first: readonly Omit<Step, 'order'>[],
  start: (add: (step: Omit<Step, 'order'>) => void) => void,
) {
  const steps: Step[] = [];
  let order = 0;
  const add = (step: Omit<Step, 'order'>) => void steps.push({ ...step, order: order++ });
  for (const step of first) add(step);
  start(add);
  while (steps.length > 0) {
    steps.sort((one, other) => one.at - other.at || one.order - other.order);
    const step = steps.shift();
    step?.run(step.at);
  }
}

test('two tabs, two people and arrivals at 1,000 random timings: no act on anything that was not shown', () => {
  let acted = 0;
  let refused = 0;
  let stopped = 0;
  fc.assert(
    fc.property(
      fc.array(click, { minLength: 2, maxLength: 6 }),
      fc.array(event, { maxLength: 30 }),
      (clicks, events) => {
        const server = new Server();
        const tabs = [new Tab(server), new Tab(server)] as const;
        play([], (add) => {
          const tell = (now: number, delays: readonly [number, number]) =>
            tabs.forEach((tab, index) => {
              const arrive = tab.ask();
              add({ at: now + (delays[index] ?? 0), run: arrive });
            });
          for (const one of events) add({ at: one.at, run: (now) => happen(one, now) });
          for (const one of clicks) add({ at: one.at, run: (now) => look(one, now) });

          /** The buyers, and what the reader does apart from clicking. */
          function happen({ what, which, tab, delays }: (typeof events)[number], now: number) {
            const place = tabs[tab];
            if (!place) return;
            if (what === 'enter') place.isHeld = true;
            else if (what === 'leave') place.isHeld = false;
            else if (what === 'show') place.list = showAll(place.list, place.entries, { now });
            else if (what === 'arrive') server.arrive(`n${now}-${server.offers.length}`);
            else {
              const target = server.offers[which % Math.max(1, server.offers.length)];
              if (!target) return;
              if (what === 'reprice') server.change(target.key, { total: target.total + 1 });
              else server.change(target.key, { place: what === 'turn' ? 'Waiting' : 'Closed' });
            }
            tell(now, delays);
          }
          function look({ tab, slot, reaction, hold, travel }: (typeof clicks)[number], now: number) {
            const place = tabs[tab];
            const row = place?.list.rows[slot];
            if (!place || !row) return;
            const seen = { key: row.key, version: row.version, total: row.item.total };
            let press: Press<Offer> | null = null;
            add({
              at: now + reaction,
              run: (pressedAt) => {
                const under = place.list.rows[slot];
                press = under ? pressRow(place.list, under.key, pressedAt) : null;
              },
            });
            add({
              at: now + reaction + hold,
              run: (releasedAt) => {
                const under = place.list.rows[slot];
                const act = under ? clickRow(press, under.key) : null;
                if (!act) return void stopped++;
                expect({ key: act.key, version: act.version, total: act.item.total }).toEqual(seen);
                add({
                  at: releasedAt + travel,
                  run: (sentAt) => {
                    if (!server.accept(act)) return void refused++;
                    acted++;
                    expect(server.accepted.at(-1)).toEqual(seen);
                    tell(sentAt, [1, 500]);
                  },
                });
              },
            });
          }
        });
        const keys = server.accepted.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
    { numRuns: 1_000 },
  );
  // All three happen often: an act, a click that counts for nothing, an act that the server refuses.
  expect([acted > 300, refused > 100, stopped > 300]).toEqual([true, true, true]);
});
