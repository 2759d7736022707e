import type { Tx } from '../transaction';
import { CATALOG } from './catalog/catalog';
import { daysBefore } from './days';
import { CONTACT_REQUESTS, CURATED, RELEASE_NOTES, TOP_SELLERS } from './notes';
import type { Party } from './trade/deal';
import { insertAll } from './write';

interface Readers {
  readonly buyers: ReadonlyMap<string, Party>;
  readonly sellers: ReadonlyMap<string, Party>;
}

/** Writes release notes, tags and contact requests. */
export async function writeNotes(tx: Tx, now: Date, { buyers, sellers }: Readers) {
  await insertAll(
    tx,
    'release_notes',
    RELEASE_NOTES.map(({ days, body, buyer, seller }, index) => ({
      id: index + 1,
      body,
      buyer,
      seller,
      created_at: daysBefore(now, days),
    })),
  );
  // The first buyer and seller have read every note; the others have not read the newest.
  const readers = [...buyers.entries(), ...sellers.entries()].flatMap(([name, { user_id }]) =>
    RELEASE_NOTES.slice(0, name === 'buyer' || name === 'seller' ? undefined : -1).map(({ days }, index) => ({
      user_id,
      release_note_id: index + 1,
      at: daysBefore(now, days - 0.5),
    })),
  );
  await insertAll(tx, 'release_note_dismissals', readers);
  await insertAll(
    tx,
    'contact_requests',
    CONTACT_REQUESTS.map(({ days, ...request }, index) => ({
      id: index + 1,
      ...request,
      created_at: daysBefore(now, days),
    })),
  );
  const productId = (name: string) => {
    const at = CATALOG.findIndex((product) => product.name === name);
    if (at < 0) throw new Error(`No product is called ${name}`);
    return at + 1;
  };
  await insertAll(tx, 'product_tags', [
    ...TOP_SELLERS.map((name, position) => ({ tag: 'Top Sellers', product_id: productId(name), position })),
    ...CURATED.map(({ tag, name }, position) => ({ tag, product_id: productId(name), position })),
  ]);
}
