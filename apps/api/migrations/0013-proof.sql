-- When the owner last showed all that signing in takes: at the sign-in itself, or since.
alter table sessions add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;
