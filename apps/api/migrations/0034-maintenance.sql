-- Whether Waymark is closed for maintenance. At most one row, which exists while it is.
create table maintenance (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  -- The operator's sentence for users, instead of the usual one.
  reason text
);
grant select on maintenance to wm_app;
grant select, insert, update, delete on maintenance to wm_platform;
