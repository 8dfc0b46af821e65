-- Who saves may be of the platform, whose people are no rows of the organisation: as with reviewers, their id stands alone.
alter table content_sets
  drop constraint content_sets_tenant_id_changed_by_fkey,
  drop constraint content_sets_tenant_id_draft_saved_by_fkey;
alter table draft_elements drop constraint draft_elements_tenant_id_saved_by_fkey;
alter table content_imports drop constraint content_imports_tenant_id_created_by_fkey;
drop index content_sets_changed_by, content_sets_draft_saved_by, draft_elements_saved_by, content_imports_by;
