create table locations (
  store_id      bigint      not null references stores on delete cascade,
  id            text        not null,
  name          jsonb       not null,
  address       jsonb       not null,
  allows_pickup boolean     not null,
  -- Dense from 0 on (D40). The default location is the one with priority 0: being a column that is computed,
  -- it cannot disagree, and the unique key below makes it the only one.
  priority      integer     not null check (priority >= 0),
  is_default    boolean     not null generated always as (priority = 0) stored,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (store_id, id),
  constraint locations_priority unique (store_id, priority)
);
