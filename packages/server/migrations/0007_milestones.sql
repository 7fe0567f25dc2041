-- What happens once in the life of a database, whichever process comes first.
create table milestones (
  name       text        not null primary key,
  reached_at timestamptz not null
);
