-- Rows that are written many at a time do not refer to their store: PostgreSQL looks the store up once for each of them,
-- which took a sixth of its time for a batch of orders. They are written together with a level, an order number
-- or another row that does refer to it, and `verify` looks (docs/decisions/0017).
alter table events drop constraint events_store_id_fkey;
alter table stock_movements drop constraint stock_movements_store_id_fkey;
