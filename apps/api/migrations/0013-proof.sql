-- When the owner last showed all that signing in takes: at the sign-in itself, or since. Sessions of before show it anew.
alter table sessions add column proved_at timestamptz not null default '-infinity';
alter table sessions alter column proved_at set default now();
