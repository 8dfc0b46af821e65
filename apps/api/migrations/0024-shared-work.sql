-- Keyed hashes of a node's settings, by name, so that nodes notice where they differ. Null: a node of an earlier version.
alter table nodes add settings jsonb;

-- Whether uploaded files are scanned for viruses. At most one row; while it exists, a scanner has to clear each file.
create table virus_scanning (
  id boolean primary key default true check (id),
  since timestamptz not null default now()
);
grant select on virus_scanning to wm_app;
grant select, insert, delete on virus_scanning to wm_platform;
