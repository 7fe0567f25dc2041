-- A milestone may say more than that it was reached: under which SECRET_KEY the secrets are sealed. The mark tells that key
-- from others, and nothing of it.
alter table milestones add column mark text;
