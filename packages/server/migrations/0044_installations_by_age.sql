-- Where an app is installed, the last first.
create index installations_by_age on installations (app_id, created_at, store_id);
