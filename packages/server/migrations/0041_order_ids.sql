-- Ids of orders are far above their numbers, which begin with 100: clients that look up what a person typed or scanned try
-- it as an id first, and would get another order than the one that bears the number.
select setval(sequence, greatest(nextval(sequence), 1000000000))
  from (select pg_get_serial_sequence('orders', 'id')::regclass as sequence) s;
