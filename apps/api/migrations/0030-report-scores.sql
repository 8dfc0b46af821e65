-- What the distribution of levels counts: reading it out of each frozen report would take as long as the reports.
alter table reports
  add content_set_id bigint generated always as (
    case when snapshot is json object then (snapshot::json -> 'content_set' ->> 'id')::bigint end) stored,
  add current_score double precision generated always as (
    case when snapshot is json object then (snapshot::json ->> 'current')::double precision end) stored;
create index reports_newest_score on reports (tenant_id, user_id, year desc, id desc) include (content_set_id, current_score)
  where kind = 'action' and type = 'self_assessment';
