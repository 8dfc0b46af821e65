-- What the mail server answered. Sent mails lose their texts and are deleted after 30 days.
alter table mails add response text;
grant delete on mails to wm_app, wm_platform;
create index mails_sent on mails (tenant_id, sent_at) where status = 'sent';
grant select (sent_at, response) on mails to wm_reader;
