-- What happened in a store, numbered in the order in which it was told. The numbers of a store are given one batch
-- after the other, so whoever has read up to a number has missed nothing before it.
create table journal (
  store_id   bigint      not null,
  id         bigint      not null,
  event      text        not null,
  payload    jsonb       not null,
  created_at timestamptz not null,
  -- How many webhooks listened.
  deliveries integer     not null,
  primary key (store_id, id)
);

-- One row for each store in which something happened: which process tells of it and sends, until when, and when the
-- store wants to be looked after next. Of two that reach for a row, the one that comes second finds it taken.
create table dispatch (
  store_id   bigint      not null primary key,
  -- The last number given in the journal.
  last_entry bigint      not null,
  -- A delivery waits that the owner, if there is one, does not know of.
  due_at     timestamptz not null default 'infinity',
  owner      uuid,
  -- By the clock of the database: a dead owner gives the store back at this time.
  expires_at timestamptz not null default 'infinity',
  check ((owner is null) = (expires_at = 'infinity'))
) with (fillfactor = 50);
create index dispatch_due on dispatch (due_at) where due_at < 'infinity';
create index dispatch_expired on dispatch (expires_at) where expires_at < 'infinity';
