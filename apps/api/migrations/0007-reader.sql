-- wm_reader reads these rows of every organisation for god-admins, and nothing else: no sessions, authenticators, codes
-- or tokens. Of users and mailed links it reads no hashes, and of the links only invitations.
do $$
declare
  target text;
begin
  foreach target in array array['assessments', 'attachments', 'audit_events', 'certifications', 'content_sets', 'draft_elements',
    'elements', 'reports', 'responses', 'review_responses', 'reviews', 'statement_responses', 'statements', 'tenant_auditors',
    'terms_acceptances'] loop
    execute format('create policy reader on %I for select to wm_reader using (true)', target);
    execute format('grant select on %I to wm_reader', target);
  end loop;
end $$;
create policy reader on users for select to wm_reader using (true);
grant select (tenant_id, id, email, email_norm, name, name_norm, roles, organisation_name, is_active, pending_email,
  accepted_terms_version, salesforce_id, last_login_at, created_at, removed_at, version) on users to wm_reader;
create policy reader on one_time_links for select to wm_reader using (kind = 'invite');
grant select (tenant_id, id, kind, email, email_norm, roles, invited_by, created_at, expires_at, used_at, revoked_at)
  on one_time_links to wm_reader;
grant select on tenants, terms to wm_reader;
grant execute on function search_norm to wm_reader;
