-- The second wall between stores (the first is the `store_id` in every statement): who works for a store sees and writes
-- its rows only. The policies do not hold for the owner of the tables, so that migrations, backups, what works for all
-- stores, and servers of the release before go on as they were. They are plain equalities, which PostgreSQL takes together
-- with the condition of the statement: the index is used as before, and the two are compared once.
alter table stores enable row level security;
alter table locations enable row level security;
alter table categories enable row level security;
alter table handles enable row level security;
alter table products enable row level security;
alter table product_categories enable row level security;
alter table product_counts enable row level security;
alter table images enable row level security;
alter table variants enable row level security;
alter table inventory_levels enable row level security;
alter table stock_movements enable row level security;
alter table metafields enable row level security;
alter table imports enable row level security;
alter table import_refusals enable row level security;
alter table members enable row level security;
alter table invitations enable row level security;
alter table named_stores enable row level security;
alter table installations enable row level security;
alter table tokens enable row level security;
alter table authorization_codes enable row level security;
alter table suspensions enable row level security;
alter table departures enable row level security;
alter table app_calls enable row level security;
alter table app_errors enable row level security;
alter table customers enable row level security;
alter table order_numbers enable row level security;
alter table orders enable row level security;
alter table order_editions enable row level security;
alter table draft_orders enable row level security;
alter table fulfillment_orders enable row level security;
alter table fulfillments enable row level security;
alter table sales_counted enable row level security;
alter table sales_corrections enable row level security;
alter table shipping_tables enable row level security;
alter table shipping_quotes enable row level security;
alter table shipping_carriers enable row level security;
alter table shipping_carrier_options enable row level security;
alter table idempotency_keys enable row level security;
alter table rate_buckets enable row level security;
alter table events enable row level security;
alter table journal enable row level security;
alter table dispatch enable row level security;
alter table webhooks enable row level security;
alter table deliveries enable row level security;
alter table product_touches enable row level security;

create policy of_store on stores using (id = current_setting('bodega.store_id')::bigint);
create policy of_store on locations using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on categories using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on handles using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on products using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on product_categories using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on product_counts using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on images using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on variants using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on inventory_levels using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on stock_movements using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on metafields using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on imports using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on import_refusals using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on members using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on invitations using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on named_stores using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on installations using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on tokens using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on authorization_codes using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on suspensions using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on departures using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on app_calls using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on app_errors using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on customers using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on order_numbers using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on orders using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on order_editions using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on draft_orders using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on fulfillment_orders using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on fulfillments using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on sales_counted using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on sales_corrections using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on shipping_tables using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on shipping_quotes using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on shipping_carriers using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on shipping_carrier_options using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on idempotency_keys using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on rate_buckets using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on events using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on journal using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on dispatch using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on webhooks using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on deliveries using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on product_touches using (store_id = current_setting('bodega.store_id')::bigint);

-- Under a policy PostgreSQL uses an index only for comparisons that it knows to tell nothing of rows that are not to be
-- seen: equality, numbers, texts and dates in their order, but neither parts of texts nor functions nor decimals. Where a
-- list is searched by such, it is read through a view, which has the same wall inside: it runs as the owner of the table.
create view products_of_store as
  select * from products where store_id = current_setting('bodega.store_id')::bigint;
create view customers_of_store as
  select * from customers where store_id = current_setting('bodega.store_id')::bigint;
create view orders_of_store as
  select * from orders where store_id = current_setting('bodega.store_id')::bigint;

-- Buyers are found by the same index in every order, by who works for the store and by who works for all.
create function customers_by_email(store bigint, emails text[]) returns table (email text, id bigint)
language plpgsql stable security definer rows 10 as $$
begin
  return query
    select b.email, c.id
      from unnest(emails) as b (email)
      join customers c on c.store_id = store and lower(c.email) = lower(b.email)
     where store = coalesce(nullif(current_setting('bodega.store_id', true), '')::bigint, store);
end $$;
