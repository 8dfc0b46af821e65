-- Published as the template has it; what the organisation publishes after that is its own.
alter table content_sets add column is_copy boolean not null default false;

-- Row security binds the owner as well: lifted for as long as this takes.
alter table content_sets no force row level security;
update content_sets c set is_copy = true
where c.template_id is not null and c.status <> 'draft' and not exists (
  select from content_sets b
  where b.tenant_id = c.tenant_id and b.id = c.based_on and b.template_id = c.template_id);
alter table content_sets force row level security;
