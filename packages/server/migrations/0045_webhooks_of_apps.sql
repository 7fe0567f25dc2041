-- What an app listens to, in all stores together.
create index webhooks_of_actor on webhooks (actor, event);
