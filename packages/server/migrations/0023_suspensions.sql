-- Stores, and apps in a store, that an operator has suspended: 402 on every call, and nothing is sent.
create table suspensions (
  store_id   bigint      not null references stores on delete cascade,
  -- `app:12`; `*` for the whole store.
  actor      text        not null,
  created_at timestamptz not null,
  primary key (store_id, actor)
);

-- Where an app hears of what concerns personal data.
alter table apps
  add column store_redact_url           text,
  add column customers_redact_url       text,
  add column customers_data_request_url text;
