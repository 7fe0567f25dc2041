-- The journal as an app reads it that may know of a few kinds of events.
create index journal_of_event on journal (store_id, event, id);
