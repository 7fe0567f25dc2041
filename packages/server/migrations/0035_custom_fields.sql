-- Fields that apps and merchants add to things of the store. An app that is uninstalled leaves its fields behind.
create table custom_fields (
  store_id       bigint      not null references stores on delete cascade,
  id             uuid        not null default gen_random_uuid(),
  owner_resource text        not null check (owner_resource in ('product', 'product_variant', 'category', 'order', 'customer')),
  name           text        not null,
  description    text,
  value_type     text        not null check (value_type in ('text_list', 'text', 'numeric', 'date')),
  read_only      boolean     not null,
  -- They only become more, so what an owner was given stays one of them.
  "values"       text[]      not null check (value_type = 'text_list' or "values" = '{}'),
  -- Null where the merchant made it.
  app_id         bigint,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (store_id, id),
  -- A value refers to the kind of its owner too, so the two cannot disagree.
  constraint custom_fields_owners unique (store_id, id, owner_resource)
);
create index custom_fields_list on custom_fields (store_id, owner_resource, created_at, id);

-- The values that owners have. An owner is one of the columns that refer to it, as with metafields.
create table custom_field_values (
  store_id       bigint not null,
  field_id       uuid   not null,
  value          text   not null check (value <> ''),
  -- Of a variant too.
  product_id     bigint,
  variant_id     bigint,
  category_id    bigint,
  order_id       bigint,
  customer_id    bigint,
  owner_resource text   not null generated always as (
    case when variant_id is not null then 'product_variant' when product_id is not null then 'product'
         when category_id is not null then 'category' when order_id is not null then 'order' else 'customer' end) stored,
  owner_id       bigint not null generated always as (
    coalesce(variant_id, product_id, category_id, order_id, customer_id)) stored,
  primary key (store_id, owner_resource, owner_id, field_id),
  constraint custom_field_values_one_owner check (
    1 = case when product_id is null then 0 else 1 end + case when category_id is null then 0 else 1 end
      + case when order_id is null then 0 else 1 end + case when customer_id is null then 0 else 1 end
    and (variant_id is null or product_id is not null)),
  constraint custom_field_values_field foreign key (store_id, field_id, owner_resource)
    references custom_fields (store_id, id, owner_resource) on delete cascade,
  constraint custom_field_values_product foreign key (store_id, product_id)
    references products (store_id, id) on delete cascade,
  constraint custom_field_values_variant foreign key (store_id, product_id, variant_id)
    references variants (store_id, product_id, id) on delete cascade,
  constraint custom_field_values_category foreign key (store_id, category_id)
    references categories (store_id, id) on delete cascade,
  constraint custom_field_values_order foreign key (store_id, order_id) references orders (store_id, id),
  constraint custom_field_values_customer foreign key (store_id, customer_id)
    references customers (store_id, id) on delete cascade
);
-- The owners of a field, and what goes with it.
create index custom_field_values_owners on custom_field_values (store_id, field_id, owner_id);
-- And what goes with its owner.
create index custom_field_values_of_product on custom_field_values (store_id, product_id, variant_id) where product_id is not null;
create index custom_field_values_of_category on custom_field_values (store_id, category_id) where category_id is not null;
create index custom_field_values_of_customer on custom_field_values (store_id, customer_id) where customer_id is not null;

alter table custom_fields enable row level security;
alter table custom_field_values enable row level security;
create policy of_store on custom_fields using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on custom_field_values using (store_id = current_setting('bodega.store_id')::bigint);
