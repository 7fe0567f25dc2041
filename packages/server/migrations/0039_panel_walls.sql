-- Accounts and apps belong to no store. What one may know of them it reads through views with the wall inside, as in 0031:
-- of accounts those of its members, of apps those that it has, and of those that it may have what they show of themselves.
create view members_of_store as
  select m.store_id, m.account_id, a.name, a.email, m.role, m.created_at
    from members m
    join accounts a on a.id = m.account_id
   where m.store_id = current_setting('bodega.store_id')::bigint;

create view installations_of_store as
  select i.store_id, i.app_id, i.scopes as granted, i.created_at, i.updated_at,
         a.name, p.name as publisher, a.app_url, a.preferences_url, a.privacy_policy_url, a.support_url, a.support_email,
         a.scopes, a.store_redact_url, a.customers_redact_url, a.customers_data_request_url, a.client_secret
    from installations i
    join apps a on a.id = i.app_id
    join partners p on p.id = a.partner_id
   where i.store_id = current_setting('bodega.store_id')::bigint;

create view apps_for_store as
  select a.id, a.name, p.name as publisher, a.app_url, a.preferences_url, a.privacy_policy_url, a.support_url,
         a.support_email, a.scopes
    from apps a
    join partners p on p.id = a.partner_id
   where a.distribution = 'app_store' or a.demo_store_id = current_setting('bodega.store_id')::bigint
      or exists (select 1 from named_stores n
                  where n.store_id = current_setting('bodega.store_id')::bigint and n.app_id = a.id);
