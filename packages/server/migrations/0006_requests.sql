-- Answers to requests that carried an Idempotency-Key, written by the transaction that did the work (D11).
create table idempotency_keys (
  store_id    bigint      not null references stores on delete cascade,
  actor       text        not null,
  key         text        not null,
  fingerprint text        not null,
  status      integer,
  body        text,
  created_at  timestamptz not null,
  primary key (store_id, actor, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The leaky bucket of each app in each store (D13). Unlogged: after a crash of the database everyone starts with
-- an empty bucket, and taking a lease never waits for the disk.
create unlogged table rate_buckets (
  store_id   bigint           not null,
  actor      text             not null,
  level      double precision not null,
  granted    integer          not null,
  drained_at timestamptz      not null,
  primary key (store_id, actor)
);
