-- Counts the writes of `document`, so that whoever holds an earlier reading of a product knows whether it still is
-- what is kept here. What writes the document raises it.
alter table products add column revision bigint not null default 0;
