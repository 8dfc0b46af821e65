-- wm_finder owns the find functions: it can read these rows of every tenant, and no one signs in as it.
create policy finder on users for select to wm_finder using (true);
create policy finder on one_time_links for select to wm_finder using (true);
create policy finder on assessments for select to wm_finder using (true);
create policy finder on reports for select to wm_finder using (true);
create policy finder on certifications for select to wm_finder using (true);
grant select on tenants, users, one_time_links, assessments, reports, certifications to wm_finder;
grant execute on function search_norm to wm_finder;
