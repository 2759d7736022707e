import type { Knex } from 'knex';
import type { Db } from '../../../db/connection';
import { type Scope, textQuery } from '../query';
import { Bitmap, type IdCollection, type Listing } from './columns';

const LISTING_BYTES = 30;
/** Ids per query: about 20 ms in the database and a few here. */
const CHUNK = 20_000;

/** The object is valid during the call. */
type Take = (listing: Listing) => void;

const wide = (bytes: Buffer, at: number) => bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);

// One object for all listings: a million would outweigh the index.
function unpack(bytes: Buffer, take: Take) {
  const listing = { id: 0, cell: 0, createdAt: 0, msrp: 0, kind: 0, price: 0, percentOff: 0 };
  for (let at = 0; at < bytes.length; at += LISTING_BYTES) {
    listing.id = bytes.readInt32BE(at);
    listing.cell = bytes.readInt16BE(at + 4);
    listing.createdAt = wide(bytes, at + 6);
    listing.msrp = wide(bytes, at + 14);
    // One number: the price above 14 bits, the kind above 8, the percentage from -100.
    const low = bytes.readUInt32BE(at + 26);
    listing.price = bytes.readInt32BE(at + 22) * 2 ** 18 + (low >>> 14);
    listing.kind = (low >>> 8) & 63;
    listing.percentOff = (low & 255) - 100;
    take(listing);
  }
}

export function listingsIn(bytes: Buffer): Listing[] {
  const listings: Listing[] = [];
  unpack(bytes, (listing) => listings.push({ ...listing }));
  return listings;
}

interface Head {
  readonly snapshot: string;
  readonly generation: number;
  readonly lastId: number;
}

async function chunkAfter(tx: Knex, listedSql: string, id: number): Promise<Buffer | null> {
  const { rows } = await tx.raw<{ rows: { listings: Buffer | null }[] }>(
    `select string_agg(listing_bytes_v2(product_id, cell, listings.created_at, msrp_cents, kind, price_cents, percent_off),
         ''::bytea order by product_id) as listings
     from listings_v2 listings join sellers on sellers.id = listings.seller_id
     where product_id > ? and product_id <= ? and ${listedSql}`,
    [id, id + CHUNK],
  );
  return rows[0]?.listings ?? null;
}

const HEAD = `select pg_current_snapshot()::text as snapshot, generation,
  coalesce((select max(product_id) from listings), 0) as "lastId" from listing_prunings`;

/** Passes on all listings in id order, from one snapshot. */
export const loadListings = (
  db: Db,
  listedSql: string,
  { begin, take }: { begin: (lastId: number) => void; take: Take },
): Promise<Head> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.raw<{ rows: Head[] }>(HEAD);
      const [head] = rows;
      if (!head) throw new Error('listing_prunings is empty');
      begin(head.lastId);
      // The database packs the next chunk while this one is unpacked.
      let coming = chunkAfter(tx, listedSql, 0);
      for (let id = 0; id < head.lastId; id += CHUNK) {
        const bytes = await coming;
        if (id + CHUNK < head.lastId) coming = chunkAfter(tx, listedSql, id + CHUNK);
        if (bytes) unpack(bytes, take);
      }
      await coming;
      return head;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/** Products with the words and of the seller, as far as given; includes unlisted ones. */
export const productsWith = async (
  db: Db,
  scope: Scope,
  index: { readonly capacity: number },
): Promise<IdCollection> => decodeIds(await packedWith(db, scope, null), index.capacity);

/** Those of the ids that `productsWith` would find. */
export const productsAmong = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Int32Array> =>
  unpackedList(await packedWith(db, scope, ids));

const TEXT_OF_SELLER = 'product_id in (select product_id from listings where seller_id = ?)';

async function packedWith(
  db: Db,
  { words, sellerId }: Scope,
  among: readonly number[] | null,
): Promise<readonly PackedBlock[]> {
  const query = words && textQuery(words);
  const conditions = [
    ...(query ? [{ sql: `words @@ ${query.sql}`, bindings: query.bindings }] : []),
    ...(sellerId === null ? [] : [{ sql: query ? TEXT_OF_SELLER : 'seller_id = ?', bindings: [sellerId] }]),
    ...(among ? [{ sql: 'product_id = any (?::integer[])', bindings: [[...among]] }] : []),
  ];
  const { rows } = await db.raw<Packed>(
    encodeIdsSql(
      `from ${query ? 'listing_texts' : 'listings'} where ${conditions.map(({ sql }) => sql).join(' and ')}`,
    ),
    conditions.flatMap<unknown>(({ bindings }) => bindings) as string[],
  );
  return rows;
}

export async function productsTagged(db: Db, tags: readonly string[]): Promise<Int32Array> {
  const { rows } = await db.raw<Packed>(
    encodeIdsSql(`from (select distinct product_id from product_tags where tag = any (?::citext[])) found`),
    [[...tags]],
  );
  return unpackedList(rows);
}

/** Keyed by the tag in lower case. */
export async function productsByTag(db: Db, tags: readonly string[]): Promise<Map<string, Int32Array>> {
  const { rows } = await db.raw<{ rows: (PackedBlock & { tag: string })[] }>(
    packedBy('lower(tag::text) as tag', 'from product_tags where tag = any (?::citext[])'),
    [[...tags]],
  );
  const found = [...new Set(rows.map(({ tag }) => tag))];
  return new Map(found.map((tag) => [tag, unpackedList(rows.filter((row) => row.tag === tag))]));
}

/** From this density on a bitmap is smaller than a list. */
const DENSE = 32;
const BLOCK_BITS = 16;

interface PackedBlock {
  readonly block: number;
  readonly ids: Buffer;
}

interface Packed {
  rows: PackedBlock[];
}

const PACKED = `product_id >> ${BLOCK_BITS} as block,
  string_agg(int2send(((product_id & 65535) - 32768)::smallint), ''::bytea) as ids`;

/** Packs ids into rows of at most 65,536, so that the process serves others between them. Unordered. */
const encodeIdsSql = (from: string) => `select ${PACKED} ${from} group by 1`;

const packedBy = (column: string, from: string) => `select ${PACKED}, ${column} ${from} group by 1, 3`;

const length = (blocks: readonly PackedBlock[]) => blocks.reduce((sum, { ids }) => sum + ids.length / 2, 0);

function unpackIds(blocks: readonly PackedBlock[], take: (id: number) => void) {
  for (const { block, ids } of blocks) {
    const first = block << BLOCK_BITS;
    for (let at = 0; at < ids.length; at += 2)
      take(first | ((((ids[at] as number) << 8) | (ids[at + 1] as number)) ^ 0x8000));
  }
}

function unpackedList(blocks: readonly PackedBlock[]): Int32Array {
  const list = new Int32Array(length(blocks));
  let size = 0;
  unpackIds(blocks, (id) => {
    list[size++] = id;
  });
  return list;
}

function decodeIds(blocks: readonly PackedBlock[], capacity: number): IdCollection {
  if (length(blocks) * DENSE < capacity) return unpackedList(blocks);
  const last = blocks.reduce((most, { block }) => Math.max(most, block), 0);
  const set = Bitmap.empty(Math.max(capacity, (last + 1) << BLOCK_BITS));
  const { bits } = set;
  unpackIds(blocks, (id) => {
    bits[id >>> 5] = (bits[id >>> 5] as number) | (1 << (id & 31));
  });
  return set;
}
