-- Payments of orders, as the apps that process them tell of them. They stay when such an app is uninstalled.
create table transactions (
  store_id            bigint      not null,
  order_id            bigint      not null,
  -- In the order of their making; whoever makes one has locked the order.
  number              integer     not null check (number > 0),
  id                  uuid        not null default gen_random_uuid(),
  -- Null where the merchant told of it.
  app_id              bigint,
  payment_provider_id text        not null,
  method_type         text        not null,
  method_id           text        not null,
  -- That of the order; every amount is in it.
  currency            text        not null check (currency ~ '^[A-Z]{3}$'),
  discount            numeric(18, 2) not null check (discount >= 0),
  info                jsonb       not null,
  created_at          timestamptz not null,
  primary key (store_id, order_id, number),
  constraint transactions_id unique (store_id, order_id, id),
  -- An event refers to the method too, so that it is one which the method knows.
  constraint transactions_method unique (store_id, order_id, id, method_type),
  foreign key (store_id, order_id) references orders (store_id, id)
);
-- Orders are sought by how they were paid.
create index transactions_of_method on transactions (store_id, method_type, order_id);

-- What happened to them, in its order. Status and amounts of a transaction follow from these rows and stand nowhere else.
create table transaction_events (
  store_id           bigint         not null,
  order_id           bigint         not null,
  transaction_id     uuid           not null,
  number             integer        not null check (number > 0),
  id                 uuid           not null default gen_random_uuid(),
  method_type        text           not null,
  type               text           not null,
  status             text           not null check (status in ('success', 'pending', 'failure', 'error')),
  amount             numeric(18, 2) not null check (amount > 0),
  authorization_code text,
  failure_code       text,
  info               jsonb          not null,
  happened_at        timestamptz    not null,
  expires_at         timestamptz,
  created_at         timestamptz    not null,
  primary key (store_id, order_id, transaction_id, number),
  constraint transaction_events_method foreign key (store_id, order_id, transaction_id, method_type)
    references transactions (store_id, order_id, id, method_type),
  constraint transaction_events_type check (
    type in ('sale', 'refund')
    or type = 'expiration' and method_type in ('boleto', 'pix', 'ticket')
    or type in ('authorization', 'capture', 'in_fraud_analysis', 'needs_merchant_review', 'void') and method_type = 'credit_card')
);
-- Money is sold or authorized once.
create unique index transaction_events_charge on transaction_events (store_id, order_id, transaction_id)
  where status = 'success' and type in ('sale', 'authorization');

alter table transactions enable row level security;
alter table transaction_events enable row level security;
create policy of_store on transactions using (store_id = current_setting('bodega.store_id')::bigint);
create policy of_store on transaction_events using (store_id = current_setting('bodega.store_id')::bigint);
