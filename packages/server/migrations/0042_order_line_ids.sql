-- The ids of lines follow from what the id of their order is above 1,000,000,000, so that clients can keep them in 32 bits. Orders and
-- drafts of before that limit have theirs from the whole id: new ones begin behind the last of them.
select setval(sequence, greatest(nextval(sequence),
         1000000000 + (select coalesce(max(id), 0) from orders where id < 1000000000),
         1000000000 + (select coalesce(max(id), 0) from draft_orders where id < 1000000000)))
  from (select pg_get_serial_sequence('orders', 'id')::regclass as sequence) s;
