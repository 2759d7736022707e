import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Ship-to addresses of buyers and locations of sellers.
    create table addresses (
      id            integer generated always as identity primary key,
      buyer_id      integer,
      seller_id     integer,
      company       text not null,
      attention     text,
      line1         text not null,
      line2         text,
      city          text not null,
      region        char(2) not null,
      postal_code   text not null,
      country       char(2) not null,
      -- E.164
      phone         text not null,
      dock          text not null default 'unknown',
      appointment   boolean not null default false,
      hours         text,
      instructions  text,
      is_default    boolean not null default false,
      version       integer not null default 1,
      created_at    timestamptz not null default now(),
      updated_at    timestamptz not null default now(),
      deleted_at    timestamptz,
      constraint addresses_buyer_fk foreign key (buyer_id) references buyers (id),
      constraint addresses_seller_fk foreign key (seller_id) references sellers (id),
      constraint addresses_owner check (num_nonnulls(buyer_id, seller_id) = 1),
      constraint addresses_country check (country in ('US', 'CA')),
      constraint addresses_dock check (dock in ('dock', 'no_dock', 'unknown'))
    );
    create unique index addresses_default_of_buyer on addresses (buyer_id) where is_default and deleted_at is null;
    create unique index addresses_default_of_seller on addresses (seller_id) where is_default and deleted_at is null;
    create index addresses_of_buyer on addresses (buyer_id, id desc) where deleted_at is null;
    create index addresses_of_seller on addresses (seller_id, id desc) where deleted_at is null;

    alter table sellers
      add column shipping_terms text[] not null default '{seller_pays}',
      add column handling_days integer not null default 5,
      add column ships_to_canada boolean not null default false;
  `);

export const down = (db: Knex) => db.raw('select 1');
