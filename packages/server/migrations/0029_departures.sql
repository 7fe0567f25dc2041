-- The stores that an app has left, as long as what it was told there is kept: its webhooks are gone, and nothing else leads
-- its partner to their deliveries.
create table departures (
  store_id bigint      not null references stores on delete cascade,
  app_id   bigint      not null references apps on delete cascade,
  left_at  timestamptz not null,
  primary key (store_id, app_id)
);
create index departures_of_app on departures (app_id, left_at);
