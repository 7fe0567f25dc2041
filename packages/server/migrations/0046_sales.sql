-- What orders sold that were placed together, until it is counted: to read it out of their documents costs half as much as to
-- place them. Their numbers are all from `first` to `last`. Orders of the release before have none and are read as before.
create table sales (
  store_id bigint not null,
  first    bigint not null,
  last     bigint not null check (last >= first),
  -- [{"product_id": 1, "units": 2}, ...]
  sold     jsonb  not null,
  primary key (store_id, first)
);
alter table sales enable row level security;
create policy of_store on sales using (store_id = current_setting('bodega.store_id')::bigint);
