-- From an event of the journal to what became of it.
create index deliveries_of_entry on deliveries (store_id, entry_id);
