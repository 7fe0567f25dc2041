-- Ids of orders are far above their numbers, which begin with 100: clients that look up what a person typed or scanned try
-- it as an id first, and would get another order than the one that bears the number. The ids of their lines follow from what
-- is above the billion: so it is more than any order or draft has had before.
select setval(sequence, 1000000000 + nextval(sequence))
  from (select pg_get_serial_sequence('orders', 'id')::regclass as sequence) s;
