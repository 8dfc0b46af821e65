-- features/reports/reports.queries.ts findLatestReport
select "id", "version", "content_hash"
  from "reports"
  where "tenant_id" = ? and "assessment_id" = ? and "kind" = ?
  order by "version" desc;

-- features/reports/reports.queries.ts getAssessmentWithPeople
select coalesce(a.user_id, a.owner_id) as "owner_id", "a"."content_set_id", "a"."year", "a"."type", "u"."name" as "respondent", "u"."organisation_name", "t"."name" as "tenant_name"
  from "assessments" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = coalesce(a.user_id, a.owner_id)
  inner join "tenants" as "t" on "t"."id" = "a"."tenant_id"
  where "a"."tenant_id" = ? and "a"."id" = ?;

-- features/reports/reports.queries.ts getReport
select "r"."id", "r"."kind", "r"."type", "r"."year", "r"."version", "r"."title", "r"."created_at", "r"."assessment_id", "r"."snapshot"
  from "reports" as "r"
  inner join "assessments" as "a" on "a"."tenant_id" = "r"."tenant_id" and "a"."id" = "r"."assessment_id"
  where "r"."tenant_id" = ? and "r"."id" = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)) and "r"."kind" = ?;

-- features/reports/reports.queries.ts insertReport
insert into "reports" ("tenant_id", "assessment_id", "user_id", "kind", "type", "year", "version", "title", "created_at", "snapshot", "content_hash")
  values (?, …)
  returning "id";

-- features/reports/reports.queries.ts listEarlierReports
with own as ( select a.user_id, c.family_id
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and a.id = ? ), same as ( select a.id
  from own
  join assessments a on a.tenant_id = ? and a.user_id = own.user_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = own.family_id
  union all select a.id
  from own
  join assessments a on a.tenant_id = ? and a.family_id = own.family_id and a.owner_id is not null
  where own.user_id is null ), latest as ( select distinct on (r.year) r.*
  from same
  join reports r on r.tenant_id = ? and r.assessment_id = same.id
  where r.type = ? and r.kind = 'action' and r.year < ?
  order by r.year desc, r.version desc, r.id desc) select id, kind, type, year, version, title, created_at, shown.current, json_build_object('scale', shown.content_set -> 'scale', 'lowest_level', shown.content_set -> 'lowest_level') as content_set, (select coalesce(json_agg(row_to_json(element)), '[]')
  from json_to_recordset(shown.elements) as element(key text, title text, current float8)) as elements
  from latest, json_to_record(snapshot::json) as shown(current float8, content_set json, elements json)
  order by year desc;

-- features/reports/reports.queries.ts listReports
select "id", "kind", "type", "year", "version", "title", "created_at"
  from "reports"
  where "tenant_id" = ? and "assessment_id" = ? and "kind" = ?
  order by "version" desc;
