-- What was changed about the lines of an order after it was placed.
create table order_editions (
  store_id     bigint         not null,
  order_id     bigint         not null,
  number       integer        not null check (number > 0),
  -- The changes of lines and shipping costs as they are answered, and the reason.
  document     jsonb          not null,
  total_before numeric(18, 2) not null,
  total_after  numeric(18, 2) not null,
  -- What the buyer had paid until then, and whether that was all.
  paid_before  numeric(18, 2) not null,
  was_paid     boolean        not null,
  -- The highest number of a line that the order ever had: none is given twice.
  last_line    integer        not null check (last_line between 1 and 999),
  -- Counted units that left the order without going back to their levels: [[product, variant, location, units], ...].
  forgone      jsonb          not null,
  happened_at  timestamptz    not null,
  primary key (store_id, order_id, number),
  foreign key (store_id, order_id) references orders (store_id, id)
);
