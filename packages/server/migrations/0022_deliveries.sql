-- A notification on its way to one receiver, and afterwards the record of it.
create table deliveries (
  store_id   bigint      not null,
  -- 0: an address of the app itself, which is told of what concerns its data.
  webhook_id bigint      not null,
  -- Receivers tell duplicates by it, so it is never given twice, not even after the restore of a backup. It begins with
  -- the time of its making (UUID version 7, down to the microsecond), so that the key is in the order of time: lists and
  -- retention need no index of their own.
  id         uuid        not null default encode(
    overlay(uuid_send(gen_random_uuid()) placing int8send(
      (floor(date_part('epoch', clock_timestamp()) * 1000)::bigint << 16) | 28672
      | ((date_part('epoch', clock_timestamp()) * 1000000)::bigint % 1000 * 4096 / 1000)) from 1 for 8), 'hex')::uuid,
  -- Whose secret signs it.
  actor      text        not null,
  -- Its number in the journal; null for what is not in there.
  entry_id   bigint,
  event      text        not null,
  payload    jsonb       not null,
  -- Address and headers, where they are not those of the webhook.
  target     jsonb,
  status     text        not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- When to try; -infinity is at once, infinity while store or app is suspended, null when all is done.
  due_at     timestamptz,
  -- Attempts since it was made, or replayed.
  tries      integer     not null default 0,
  attempts   jsonb       not null default '[]',
  created_at timestamptz not null,
  primary key (store_id, webhook_id, id),
  check ((status = 'pending') = (due_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index deliveries_due on deliveries (store_id, webhook_id, due_at, entry_id) where due_at is not null;
create index deliveries_failed on deliveries (store_id, webhook_id, id) where status = 'failed';
