-- What apps ask of the API, counted by day: written by each process once in a second, kept for 30 days.
create table app_calls (
  store_id bigint      not null references stores on delete cascade,
  app_id   bigint      not null references apps on delete cascade,
  day      date        not null,
  -- `GET /products/:id`
  endpoint text        not null,
  calls    integer     not null,
  errors   integer     not null,
  last_at  timestamptz not null,
  primary key (store_id, app_id, day, endpoint)
);
create index app_calls_of_app on app_calls (app_id, day);
create index app_calls_age on app_calls (day);

-- The last calls of each app that were refused.
create table app_errors (
  store_id   bigint      not null references stores on delete cascade,
  id         text        not null,
  app_id     bigint      not null references apps on delete cascade,
  method     text        not null,
  path       text        not null,
  status     integer     not null,
  answer     text        not null,
  request_id text        not null,
  created_at timestamptz not null,
  primary key (store_id, id)
);
create index app_errors_of_app on app_errors (app_id, id);
