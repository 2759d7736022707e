import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Exact count per problem; import_issues holds only the first rows of each.
    create table import_issue_counts (
      import_id  integer not null,
      problem    text not null,
      kind       text not null,
      count      integer not null,
      stored     integer not null,
      primary key (import_id, problem),
      constraint import_issue_counts_import_fk foreign key (import_id) references imported_csvs (id),
      constraint import_issue_counts_kind check (kind in ('rejected', 'warning')),
      constraint import_issue_counts_stored check (stored between 0 and count)
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
