-- The lists of all organisations and of the invitations into them are read along their order, a page at a time
-- (docs/decisions/027-lists-by-the-page.md).
alter table tenants
  -- Without case and accents, as packages/contract/src/search-norm.ts has it.
  add name_norm text not null generated always as (
    lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'))) stored;
create index tenants_by_name on tenants (name_norm, id);

create index all_invites_by_time on one_time_links (created_at desc, id desc, tenant_id) where kind = 'invite';
create index all_waiting_invites_by_time on one_time_links (created_at desc, id desc, tenant_id)
  where kind = 'invite' and used_at is null and revoked_at is null;
