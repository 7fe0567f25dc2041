-- Where an app is installed, the last first. It begins with all that the index of before had.
create index installations_by_age on installations (app_id, created_at, store_id);
drop index installations_of_app;
