create table draft_orders (
  store_id   bigint      not null references stores on delete cascade,
  -- A draft is numbered as an order, because its id becomes that of the order.
  id         bigint      not null,
  token      text        not null,
  -- What is placed when the draft is confirmed.
  input      jsonb       not null,
  created_at timestamptz not null,
  -- The draft as it is answered; `legacy` are the fields that only the older version shows.
  document   text        not null,
  legacy     text        not null,
  primary key (store_id, id)
);
