import type { Factory } from './factories';

const GATE = 4_711;

/** Gates at which every write of a table waits while the test holds them, so that a process is killed there. */
export const gatesOf = (factory: Factory, tables: readonly string[]) => ({
  async build() {
    await factory.db.raw(
      `create function wait_at_gate() returns trigger language plpgsql as $$
         begin perform pg_advisory_xact_lock(${GATE}, tg_argv[0]::int); return null; end $$`,
    );
    for (const [index, table] of tables.entries())
      await factory.db.raw(
        `create trigger aaa_gate before insert or update or delete on ${table}
           for each statement execute function wait_at_gate(${index})`,
      );
  },

  /** Returns how to open it. */
  async close(index: number) {
    const holder = await factory.db.transaction();
    await holder.raw(`select pg_advisory_xact_lock(${GATE}, ${index})`);
    return () => holder.rollback();
  },

  async isWaitingAt(index: number) {
    const { rows } = await factory.db.raw<{ rows: unknown[] }>(
      `select 1 from pg_locks where locktype = 'advisory' and not granted and classid = ? and objid = ?`,
      [GATE, index],
    );
    return rows.length > 0;
  },
});
