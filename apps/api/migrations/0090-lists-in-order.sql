-- Lists read along their order and no further than shown (docs/decisions/026-lists-in-order.md). Those that do not
-- begin with the organisation are for people who have many in view.
drop index audit_events_by_time;
create index audit_events_by_time on audit_events (tenant_id, at desc, id desc);
create index audit_events_by_action on audit_events (tenant_id, action, at desc, id desc);
create index audit_events_by_actor on audit_events (actor_id, at desc, id desc);
create index all_audit_events_by_time on audit_events (at desc, id desc);
create index all_audit_events_by_action on audit_events (action, at desc, id desc);

-- An id names a row of one organisation only. With many in view, finding it by the organisation first means one
-- search in the index for each of them.
create index users_by_id on users (id);
create index one_time_links_by_id on one_time_links (id);
create index invites_by_time on one_time_links (tenant_id, created_at, id) where kind = 'invite';
