import type { InferType } from 'yup';
import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { WantRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { stripInvisible } from '../contract/strip-invisible';
import { lockBuyer } from '../offers/offer';
import { LISTED } from '../products/visibility';
import { broadcastList } from './broadcast';
import { problemsOfCell, type WantCell, type WantProblem, wantCells } from './cells/rules';
import type { WantLine } from './contract';
import { dayOf } from './end-date';
import { matchWants } from './matching/match';
import { wantedProducts, wantsOfIds } from './queries';
import { type Identity, identify, type ReadItem, readItem } from './reading/item';
import type { TypedCells } from './reading/typed';
import { readEndDate, readPrice, readQuantity } from './reading/values';
import type { correctionsBody } from './schema';
import { wantLines } from './serializer';

type Correction = InferType<typeof correctionsBody>['lines'][number];

type FaultyWant = Pick<
  WantRow,
  'id' | 'upc' | 'sku' | 'name' | 'quantity' | 'target_cents' | 'ends_on' | 'problems' | 'typed'
> & { readonly is_named: boolean };

/** On their own, since proposals are read as they are once no other transaction replaces them. */
const lockWants = statement(
  'lock wants of list',
  'select id from wants where want_list_id = $1 and id = any($2) order by id for update',
);

const faultyWants = statement<FaultyWant>(
  'faulty wants',
  `select id, upc, sku, name, quantity, target_cents, ends_on, problems, typed, words is not null as is_named
     from wants where want_list_id = $1 and id = any($2) and problems <> '{}' order by id`,
);

/** $2 and $3: wants, locked, with the proposals that are taken. Skips products that are no longer listed. */
const takeProposals = statement(
  'take proposals',
  `update wants set status = 'matched', product_id = taken.product_id
     from unnest($2::int[], $3::int[]) as taken (want_id, product_id)
    where wants.id = taken.want_id and want_list_id = $1 and status = 'proposed'
      and exists (select from want_proposals proposed
                    join products on products.id = proposed.product_id
                    join sellers on sellers.id = products.seller_id
                   where proposed.want_id = wants.id and proposed.product_id = taken.product_id and ${LISTED})`,
);

/** Reads the cells of faulty lines again like those of a list, and takes proposals. Other lines stay as they are. */
export async function correctWants(
  tx: Tx,
  list: { readonly id: number; readonly buyer_id: number },
  corrections: readonly Correction[],
): Promise<WantLine[]> {
  await lockBuyer(tx, list.buyer_id);
  const given = new Map(corrections.map((correction) => [correction.id, cellsOf(correction)]));
  await lockWants(tx, [list.id, [...given.keys()]]);
  const wants = await faultyWants(tx, [list.id, [...given.keys()]]);
  const today = dayOf(tx.databaseClock.now());
  const read = wants.map((want) => readAgain(want, given.get(want.id) ?? {}, today));
  const corrected = await writeCorrected(tx, await identifyItems(tx, read));
  await matchWants(tx, corrected);
  const taking = corrections.filter(({ product_id }) => product_id !== undefined);
  await takeProposals(tx, [list.id, idsOf(taking), taking.map(({ product_id }) => product_id)]);
  broadcastList(tx, list);
  const rows = await wantsOfIds(tx, list.id, [...given.keys()]);
  return wantLines(rows, await wantedProducts(tx, idsOf(rows)));
}

const cellsOf = (correction: Correction): TypedCells =>
  Object.fromEntries(
    wantCells.flatMap((cell) => {
      const text = correction[cell];
      return text === undefined ? [] : [[cell, stripInvisible(text)]];
    }),
  );

interface ReadAgain extends Pick<FaultyWant, 'id' | 'quantity' | 'target_cents' | 'ends_on'> {
  /** Null where the item stays. */
  readonly item: ReadItem | null;
  readonly want: FaultyWant;
  readonly problems: readonly WantProblem[];
  readonly typed: TypedCells;
}

function readAgain(want: FaultyWant, cells: TypedCells, today: string): ReadAgain {
  const { item, quantity, price, date } = cells;
  const units = quantity === undefined ? null : readQuantity(quantity);
  const target = price === undefined ? null : readPrice(price);
  const day = date === undefined ? null : readEndDate(date, today);
  const said = new Set(
    wantCells.flatMap((cell: WantCell) => (cells[cell] === undefined ? [] : problemsOfCell[cell])),
  );
  const found = [item === '' ? 'item' : null, units?.problem, target?.problem, day?.problem] as const;
  return {
    id: want.id,
    want,
    item: item ? readItem({ item }) : null,
    quantity: units ? units.value : want.quantity,
    target_cents: target ? target.value : want.target_cents,
    ends_on: day ? day.value : want.ends_on,
    problems: [
      ...want.problems.filter((problem) => !said.has(problem)),
      ...found.flatMap((one) => one ?? []),
    ],
    typed: { ...want.typed, ...cells },
  };
}

type Identified = ReadAgain & { readonly identity: Identity };

async function identifyItems(tx: Tx, read: readonly ReadAgain[]): Promise<Identified[]> {
  const items = await identify(
    tx,
    read.flatMap(({ item }) => item ?? []),
  );
  const left = items.values();
  return read.map((line) => {
    const { upc, sku, name, is_named: isNamed } = line.want;
    const identity = line.item ? left.next().value : undefined;
    return { ...line, identity: identity ?? { upc, sku, name, isNamed } };
  });
}

const write = statement<{ id: number; is_corrected: boolean }>(
  'correct wants',
  `update wants
      set upc = given.upc, gtin = lpad(given.upc, 14, '0'), sku = given.sku, name = given.name, words = judged.words,
          key_word = (select word from unnest(judged.words) word order by length(word) desc, word limit 1),
          quantity = given.quantity, target_cents = given.target_cents, ends_on = given.ends_on,
          problems = judged.problems, status = case when judged.problems = '{}' then 'waiting' else 'closed' end,
          typed = case when judged.problems <> '{}' then given.typed::jsonb end
     from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bool[], $6::bigint[], $7::bigint[], $8::date[], $9::text[], $10::text[])
       as given (id, upc, sku, name, is_named, quantity, target_cents, ends_on, problem_list, typed)
    cross join lateral (
      select case when given.is_named then nullif(want_words(listing_words(given.name)), '{}') end as words offset 0) named
    cross join lateral (
      select named.words, case when coalesce(given.upc, given.sku) is null and named.words is null
                                and 'item' <> all (problem_list) then array['item'] else '{}' end || problem_list as problems
        from string_to_array(given.problem_list, ',') problem_list) judged
    where wants.id = given.id
   returning wants.id, wants.problems = '{}' as is_corrected`,
);

/** Returns the ids of those that have no fault any more. */
async function writeCorrected(tx: Tx, lines: readonly Identified[]): Promise<number[]> {
  const column = <Value>(read: (line: Identified) => Value) => lines.map(read);
  const written = await write(tx, [
    column(({ id }) => id),
    column(({ identity }) => identity.upc),
    column(({ identity }) => identity.sku),
    column(({ identity }) => identity.name),
    column(({ identity }) => identity.isNamed),
    column(({ quantity }) => quantity),
    column(({ target_cents }) => target_cents),
    column(({ ends_on }) => ends_on),
    column(({ problems }) => problems.join()),
    column(({ typed }) => JSON.stringify(typed)),
  ]);
  return idsOf(written.filter(({ is_corrected }) => is_corrected)).sort((a, b) => a - b);
}
