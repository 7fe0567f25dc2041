-- Products that are published and not listed. Null is no: servers of the release before, which make a row from all columns
-- of the table, do not know this one. The view is locked first, as by whoever reads through it: the other way round those
-- who wait for the table would hold the view, and the migration would wait for them.
lock table products_of_store in access exclusive mode;
alter table products add column unlisted boolean;
create or replace view products_of_store as
  select * from products where store_id = current_setting('bodega.store_id')::bigint;
