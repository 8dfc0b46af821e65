-- Who takes part, read along indexes (docs/decisions/028-participation.md).
-- Active people in the order of assessments_begun, so that those who have not begun come of merging the two.
create index users_active on users (tenant_id, id) include (created_at) where is_active and removed_at is null;

-- By an id alone: with 200 organisations in view, finding a row by the organisation first means 200 searches of an index.
create index assessments_by_id on assessments (id);
create index assessments_by_user on assessments (user_id);
create index certifications_by_user on certifications (user_id) where revoked_at is null;
create index reports_by_user on reports (user_id, year desc, id desc) where kind = 'action' and type = 'self_assessment';
