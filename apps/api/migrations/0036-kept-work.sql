-- What a user has done in an organisation outlives the account: the user's row stays without personal data.
alter table assessments drop constraint assessments_tenant_id_user_id_fkey,
  add constraint assessments_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references users;
alter table reports drop constraint reports_tenant_id_user_id_fkey,
  add constraint reports_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references users;
alter table certifications drop constraint certifications_tenant_id_user_id_fkey,
  add constraint certifications_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references users;

-- Serving roles can't change these rows, so they have a name only of those who belong to another organisation, such as
-- auditors. Nodes of the previous release show no name for the others.
alter table assessment_events no force row level security;
alter table users no force row level security;
update assessment_events e set actor_name = '' from users u where u.tenant_id = e.tenant_id and u.id = e.actor_id;
alter table assessment_events force row level security;
alter table users force row level security;
