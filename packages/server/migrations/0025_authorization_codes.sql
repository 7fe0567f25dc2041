-- What an owner's consent gives, and a token is got for: five minutes, once (D23). The row goes with its use.
create table authorization_codes (
  store_id       bigint      not null references stores on delete cascade,
  -- SHA-256 of the code: what is stored cannot be used.
  hash           text        not null,
  app_id         bigint      not null,
  -- As the owner saw them: a change of the app's scopes does not widen a consent.
  scopes         jsonb       not null,
  code_challenge text,
  expires_at     timestamptz not null,
  primary key (store_id, hash),
  constraint codes_of_installations foreign key (store_id, app_id) references installations on delete cascade
);
create index authorization_codes_age on authorization_codes (expires_at);
