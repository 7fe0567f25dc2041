alter table customers
  alter column name set not null,
  alter column email set not null,
  add column note      text,
  -- The texts about billing and business that only reading shows.
  add column profile   jsonb   not null default '{}',
  add column addresses jsonb   not null default '[]',
  add column extra     jsonb   not null default '{}',
  add column active    boolean not null default false,
  -- Name, e-mail and identification, folded, for `q`.
  add column search    text    not null default '';

create index customers_created on customers (store_id, created_at);
create index customers_updated on customers (store_id, updated_at);
create index customers_search on customers using gin (store_id, search gin_trgm_ops);
