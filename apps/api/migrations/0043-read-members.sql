-- Dashboard and participation of all organisations count who answers together by the shared assessment.
create policy reader on assessment_members for select to wm_reader using (true);
grant select (tenant_id, assessment_id, user_id, left_at) on assessment_members to wm_reader;
