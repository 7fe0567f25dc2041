-- A number by chance with every write of `document`, so that whoever holds an earlier reading of a product knows whether
-- it still is what is kept here. By chance, because after a failover that lost something a counter would give the same
-- numbers again, for other documents.
alter table products add column revision bigint not null default 0;
