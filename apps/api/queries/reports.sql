-- features/reports/reports.queries.ts findLatestReport
select "id", "version", "content_hash"
  from "reports"
  where "tenant_id" = ? and "assessment_id" = ? and "kind" = ?
  order by "version" desc;

-- features/reports/reports.queries.ts getAssessmentWithPeople
select "a"."user_id", "a"."content_set_id", "a"."year", "a"."type", "u"."name" as "respondent", "u"."organisation_name", "t"."name" as "tenant_name"
  from "assessments" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."user_id"
  inner join "tenants" as "t" on "t"."id" = "a"."tenant_id"
  where "a"."tenant_id" = ? and "a"."id" = ?;

-- features/reports/reports.queries.ts getReport
select "id", "kind", "type", "year", "version", "title", "created_at", "assessment_id", "snapshot"
  from "reports"
  where "tenant_id" = ? and "id" = ? and "user_id" = ? and "kind" = ?;

-- features/reports/reports.queries.ts insertReport
insert into "reports" ("tenant_id", "assessment_id", "user_id", "kind", "type", "year", "version", "title", "created_at", "snapshot", "content_hash")
  values (?, …)
  returning "id";

-- features/reports/reports.queries.ts listEarlierReports
with latest as ( select distinct on (r.year) r.*
  from reports r
  join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where r.tenant_id = ? and r.user_id = ? and r.type = ? and r.kind = 'action' and r.year < ? and c.family_id = ( select o.family_id
  from assessments oa
  join content_sets o on o.tenant_id = oa.tenant_id and o.id = oa.content_set_id
  where oa.tenant_id = ? and oa.id = ?)
  order by r.year desc, r.version desc, r.id desc) select id, kind, type, year, version, title, created_at, shown.current, json_build_object('scale', shown.content_set -> 'scale', 'lowest_level', shown.content_set -> 'lowest_level') as content_set, (select coalesce(json_agg(row_to_json(element)), '[]')
  from json_to_recordset(shown.elements) as element(key text, title text, current float8)) as elements
  from latest, json_to_record(snapshot::json) as shown(current float8, content_set json, elements json)
  order by year desc;

-- features/reports/reports.queries.ts listReports
select "id", "kind", "type", "year", "version", "title", "created_at"
  from "reports"
  where "tenant_id" = ? and "assessment_id" = ? and "kind" = ?
  order by "version" desc;
