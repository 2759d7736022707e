import { findBeyondText } from '../beyond-text';
import { type Cards, createCards } from '../cards';
import { PER_PAGE, type SearchQuery } from '../contract';
import { correct } from '../correction';
import type { Search, SearchOptions, SearchResult, UncountedResult } from '../engine';
import { kindFilter } from '../index/conditions-and-regions';
import { type CellFilters, cellFilters } from '../index/facets';
import { type Place, parseQuery, readSince, textOfWords, writeCursor } from '../query';
import { countedInTime, NOT_COUNTED } from '../text-scan';
import { figuresOf } from './figures';
import { areCountsKept, foldCounts } from './fold-counts';
import { keptGroups } from './kept-groups';
import {
  areFilled,
  type CountedPlaces,
  countNewer,
  countPage,
  countsOfSellers,
  hasListed,
  type Places,
  readKeptPage,
  readMatching,
  readPlaces,
} from './reads';
import type { Sources, Wanted } from './relations';

interface Engine<Card> extends Sources {
  readonly log: SearchOptions<Card>['log'];
  readonly cards: Pick<Cards<Card>, 'byIds'>;
  readonly readGroups: ReturnType<typeof keptGroups>;
  readonly cellFilter: CellFilters;
  parse(query: SearchQuery): Promise<Wanted>;
}

function createEngine<Card>({ db, log, listedSql, toCards }: SearchOptions<Card>): Engine<Card> {
  let isFilled = false;
  return {
    db,
    listedSql,
    log,
    cards: createCards(db, toCards),
    readGroups: keptGroups(listedSql),
    cellFilter: cellFilters(),
    async parse(query) {
      const { scope, ...parsed } = parseQuery(query);
      isFilled ||= await areFilled(db);
      const wanted = { ...parsed, kinds: kindFilter(query.filters), isFilled };
      if (!scope) return { ...wanted, scope };
      return { ...wanted, scope: { ...scope, beyond: await findBeyondText({ db, listedSql }, scope) } };
    },
  };
}

/** Answers by SQL alone. Unless the database is prepared, a count reads all that passes the filters. */
export function createSqlSearch<Card>(options: SearchOptions<Card>): Search<Card> {
  const engine = createEngine(options);
  const warnIfUnprepared = onceUnprepared(engine);
  return {
    warm: warnIfUnprepared,
    isWarm: () => true,
    figures: () => null,
    search: (query) => searchProducts(engine, query),
    firstPage: (query) =>
      countedInTime(searchProducts(engine, query), () => listWithoutCounts(engine, query)),
    countNewSince: (query, since) => countNewListings(engine, query, since),
    matchingAmong: (query, ids) => matchingAmong(engine, query, ids),
  };
}

const UNPREPARED =
  'searches read all that passes their filters, as the database has no counts: run npm run search:prepare -- sql';

/** Answers at once; the first call warns in the log. */
function onceUnprepared({ db, log }: Engine<unknown>) {
  let isAsked = false;
  return async () => {
    if (!isAsked)
      areCountsKept(db).then(
        (areKept) => areKept || log.warn(UNPREPARED),
        () => undefined,
      );
    isAsked = true;
    return true;
  };
}

/** By the kept counts, where they help: words and sellers choose single listings. */
async function readPage(engine: Engine<unknown>, wanted: Wanted): Promise<CountedPlaces> {
  const kept = wanted.scope || !wanted.isFilled ? null : await readKeptPage(engine, wanted);
  if (kept?.isLong)
    void foldCounts(engine.db).catch((err) => engine.log.warn({ err }, 'counts were not folded'));
  return kept ?? countPage(engine, wanted);
}

const newestCursor = (newest: Place | null) => newest && writeCursor('newest', newest);

async function searchProducts<Card>(engine: Engine<Card>, query: SearchQuery): Promise<SearchResult<Card>> {
  const wanted = await engine.parse(query);
  const asTyped = await readPage(engine, wanted);
  const words = asTyped.groups.length === 0 ? await correctedWords(engine, wanted) : null;
  const meant =
    words && wanted.scope ? { ...wanted, scope: { words, sellerId: wanted.scope.sellerId } } : wanted;
  const found = words ? await readPage(engine, meant) : asTyped;
  return {
    products: await cardsOf(engine, found),
    ...figuresOf(meant, wanted.kinds, found.groups, nextCursor(query, found)),
    newest: newestCursor(found.newest),
    ...(await namedSellers(engine, wanted)),
    ...(words && { corrected: textOfWords(words) }),
  };
}

async function namedSellers({ db, listedSql }: Engine<unknown>, { query, scope }: Wanted) {
  const named = scope?.beyond?.named ?? [];
  if (named.length === 0 || query.page > 1 || query.cursor !== undefined) return {};
  const counts = await countsOfSellers(
    { db, listedSql },
    named.map(({ id }) => id),
  );
  const sellers = named.map(({ id, name }) => ({ id, name, count: counts.get(id) ?? 0 }));
  const listing = sellers.filter(({ count }) => count > 0);
  return listing.length > 0 ? { sellers: listing } : {};
}

const cardsOf = <Card>({ cards }: Engine<Card>, { places }: Places) =>
  cards.byIds(places.slice(0, PER_PAGE).map(({ id }) => id));

function nextCursor({ sort }: SearchQuery, { places }: Places) {
  const last = places[PER_PAGE - 1];
  return last && places.length > PER_PAGE ? writeCursor(sort, last) : null;
}

async function correctedWords(engine: Engine<unknown>, { scope }: Wanted) {
  if (!scope?.words || (await hasListed(engine, scope))) return null;
  return correct(engine, scope.words, scope.sellerId);
}

/** Null for a page in the middle, and where too few turn up. */
async function listWithoutCounts<Card>(
  engine: Engine<Card>,
  query: SearchQuery,
): Promise<UncountedResult<Card> | null> {
  const wanted = await engine.parse(query);
  if ('offset' in wanted.start && wanted.start.offset > 0) return null;
  const found = await readPlaces(engine, wanted);
  const next_cursor = nextCursor(query, found);
  if (!next_cursor) return null;
  const products = await cardsOf(engine, found);
  return { products, ...NOT_COUNTED, next_cursor, newest: newestCursor(found.newest) };
}

async function countNewListings(engine: Engine<unknown>, query: SearchQuery, since: string | null) {
  const place = readSince(since);
  return countNewer(engine, await engine.parse(query), place);
}

async function matchingAmong(engine: Engine<unknown>, query: SearchQuery, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const matching = await readMatching(engine, await engine.parse({ ...query, cursor: undefined }), ids);
  return ids.filter((id) => matching.has(id));
}
