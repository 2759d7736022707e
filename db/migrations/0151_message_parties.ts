import type { Knex } from 'knex';

/** Apart, so that the locks on these four tables are short. */
export const config = { transaction: false };

const KEYS = {
  messages: {
    messages_offer_fk: 'foreign key (offer_id) references offers (id) on delete cascade',
    messages_history_fk: 'foreign key (history_id) references offer_history (id) on delete cascade',
    messages_user_fk: 'foreign key (user_id) references users (id)',
    messages_hidden_by_fk: 'foreign key (hidden_by) references users (id)',
  },
  message_reads: {
    message_reads_offer_fk: 'foreign key (offer_id) references offers (id) on delete cascade',
    message_reads_user_fk: 'foreign key (user_id) references users (id)',
  },
};

export async function up(db: Knex) {
  for (const [table, keys] of Object.entries(KEYS))
    for (const [name, definition] of Object.entries(keys)) {
      await db.raw(`alter table ${table} drop constraint if exists ${name}`);
      await db.raw(`alter table ${table} add constraint ${name} ${definition}`);
    }
}

export const down = (db: Knex) => db.raw('select 1');
