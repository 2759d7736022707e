import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Person } from '../accounts/policy';
import { type Badges, BUYER_BADGES, badgesFor, NO_BADGES, SELLER_BADGES } from './badges';

export interface LayoutData {
  readonly badges: Badges;
  /** Undismissed notes for this kind of person since they joined, newest first. */
  readonly notes: readonly Note[];
}

interface Note {
  readonly id: number;
  readonly body: string;
  readonly created_at: string;
}

/** $1 is the buyer's or seller's id, $2 the user's. */
const layoutStatement = (kind: 'buyer' | 'seller', badges: string) =>
  statement<Partial<Badges> & { notes: Note[] }>(
    `data of a ${kind}`,
    `select ${badges},
            coalesce((
              select json_agg(json_build_object('id', id, 'body', body, 'created_at', created_at)
                              order by created_at desc, id desc)
                from (select id, body, created_at
                        from release_notes
                       where ${kind}
                         and created_at >= (select users.created_at from users where users.id = $2)
                         and not exists (select from release_note_dismissals
                                          where release_note_id = release_notes.id and user_id = $2)
                       order by created_at desc, id desc
                       limit 20) as newest
            ), '[]') as notes`,
  );

const ofBuyer = layoutStatement('buyer', BUYER_BADGES);
const ofSeller = layoutStatement('seller', SELLER_BADGES);

function rowsFor(db: Knex, { kind, id, buyer_id, seller_id }: Person) {
  if (kind === 'buyer') return ofBuyer(db, [buyer_id, id]);
  return kind === 'seller' ? ofSeller(db, [seller_id, id]) : [];
}

async function read(db: Knex, viewer: Person): Promise<LayoutData> {
  const [row] = await rowsFor(db, viewer);
  if (!row) return { badges: NO_BADGES, notes: [] };
  const { notes, ...badges } = row;
  return {
    badges: badgesFor(viewer, badges),
    notes: notes.map((note) => ({ ...note, created_at: new Date(note.created_at).toISOString() })),
  };
}

/** Reads once per request in one statement, so a page can start it early. */
export function layoutDataReader(db: Knex): (viewer: Person | null) => Promise<LayoutData> {
  const dataByViewer = new WeakMap<Person, Promise<LayoutData>>();
  return (viewer) => {
    if (!viewer) return Promise.resolve({ badges: NO_BADGES, notes: [] });
    const data = dataByViewer.get(viewer) ?? read(db, viewer);
    dataByViewer.set(viewer, data);
    return data;
  };
}
