-- When the stock of a product was last changed by whoever manages it. Apart from the product, whose row is wide and
-- stands in many indexes: to write it again for a date costs ten times as much as the change itself.
create table product_touches (
  store_id   bigint      not null,
  product_id bigint      not null,
  touched_at timestamptz not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade
) with (fillfactor = 50);
create index product_touches_at on product_touches (store_id, touched_at, product_id);
