-- Since when a file waits for the virus scanner, where it does: that may be away for days, and people are told since
-- when. By default since it was begun: an earlier version that still serves meanwhile does not name it.
alter table attachments add column scanning_since timestamptz not null default now();

-- Rows of every tenant are brought along, so for this transaction the owner is not bound by row security.
alter table attachments no force row level security;
update attachments set scanning_since = created_at where status = 'scanning';
alter table attachments force row level security;

create index attachments_scanning on attachments (tenant_id, scanning_since) where status = 'scanning';
