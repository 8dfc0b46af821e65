-- Who last saved what a draft says of itself; `changed_by` is who saved any part of it.
alter table content_sets
  add column draft_saved_by bigint,
  add foreign key (tenant_id, draft_saved_by) references users on delete set null (draft_saved_by);
create index content_sets_draft_saved_by on content_sets (tenant_id, draft_saved_by);
