-- How far a file has been imported into a store, written by the transaction that stored its products: whatever
-- happens, each of its lines is dealt with once.
create table imports (
  store_id    bigint      not null references stores on delete cascade,
  -- SHA-256 of what the file says and how it is read: a changed file is another import.
  file_hash   text        not null,
  -- All before this place of the file is done: so many bytes, so many lines.
  position    bigint      not null,
  line        bigint      not null,
  imported    bigint      not null,
  refused     bigint      not null,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (store_id, file_hash)
);

create table import_refusals (
  store_id  bigint not null,
  file_hash text   not null,
  line      bigint not null,
  reason    text   not null,
  primary key (store_id, file_hash, line),
  foreign key (store_id, file_hash) references imports (store_id, file_hash) on delete cascade
);
