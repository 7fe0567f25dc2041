-- Stores whose products are to be rendered anew, because another main language was chosen, and how far that has come. The row is
-- made by the transaction that changes the language, and goes with the last product.
create table product_renewals (
  store_id   bigint not null primary key references stores on delete cascade,
  -- Those up to this one are done.
  product_id bigint not null
);

-- Releases before this one left the products as they were. Who ever had one language only cannot have changed it.
insert into product_renewals (store_id, product_id)
select id, 0 from stores where (select count(*) from jsonb_object_keys(languages)) > 1;

alter table product_renewals enable row level security;
create policy of_store on product_renewals using (store_id = current_setting('bodega.store_id')::bigint);
