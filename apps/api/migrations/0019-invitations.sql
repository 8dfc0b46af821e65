-- A god-admin of the platform invites into other organisations: whoever invited may be of another tenant, so it is an
-- id without a reference, as in the audit log. Ids are never used twice.
alter table one_time_links drop constraint one_time_links_tenant_id_invited_by_fkey;
drop index one_time_links_of_inviter;

-- Lists of invitations, the newest first.
create index one_time_links_invites on one_time_links (tenant_id, id) where kind = 'invite';
