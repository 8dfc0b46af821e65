-- God-admins see how much is stored, and nothing else of a download.
create policy reader on downloads for select to wm_reader using (true);
grant select (tenant_id, bytes) on downloads to wm_reader;
