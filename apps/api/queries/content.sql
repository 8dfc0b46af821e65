-- features/content/content-sets.queries.ts countResponses
select count(*)::int
  from statement_responses r
  join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  where s.tenant_id = ? and s.content_set_id = ?;

-- features/content/content-sets.queries.ts getContentSet
select "id", "title", "description", "scale", "lowest_level", "language", "introduction", "source", "licence", "status", "score_from", "not_applicable_counts", groups as "groups", responses as "responses", element_bands as "element_bands"
  from "content_sets"
  where "tenant_id" = ? and "id" = ?;

-- features/content/content-sets.queries.ts listCertificationBands
select "label", "min_overall" as "minOverall", "min_element" as "minElement", "min_statement" as "minStatement", "of_statements" as "of", "min_element_band" as "minElementBand"
  from "certification_bands"
  where "tenant_id" = ? and "content_set_id" = ?
  order by "position", "min_overall", "min_element";

-- features/content/content-sets.queries.ts listElements
select "e"."id", "e"."key", "e"."title", "e"."description", "e"."group_name", "e"."path", "e"."is_required", "e"."weight", "q"."id" as "statement_set_id", row_number() over (order by e.position, e.id) as "number"
  from "elements" as "e"
  inner join "statement_sets" as "q" on "q"."tenant_id" = "e"."tenant_id" and "q"."element_id" = "e"."id"
  where "e"."tenant_id" = ? and "e"."content_set_id" = ?
  order by "number";

-- features/content/content-sets.queries.ts listInForce
select "c"."id", "c"."family_id", "c"."title", "c"."language"
  from "content_sets" as "c"
  where "c"."tenant_id" = ? and ((c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case ? when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case ? when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))
  order by "c"."published_at" desc, "c"."id" desc;

-- features/content/content-sets.queries.ts listReportBands
select "b"."element_id", "b"."from_percent" as "from", "b"."to_percent" as "to", "b"."title", "b"."text"
  from "report_bands" as "b"
  inner join "elements" as "e" on "e"."tenant_id" = "b"."tenant_id" and "e"."id" = "b"."element_id"
  where "e"."tenant_id" = ? and "e"."content_set_id" = ?
  order by "b"."from_percent";

-- features/content/content-sets.queries.ts listStatementResponses
select "r"."id", "r"."statement_id", "r"."key", "r"."label", "r"."description", "r"."value", "r"."action", "r"."effort", "r"."benefit", "r"."asks_for_evidence", "r"."asks_for_note"
  from "statement_responses" as "r"
  inner join "statements" as "s" on "s"."tenant_id" = "r"."tenant_id" and "s"."id" = "r"."statement_id"
  where "s"."tenant_id" = ? and "s"."content_set_id" = ?
  order by "r"."position", "r"."id";

-- features/content/content-sets.queries.ts listStatements
select "id", "element_id", "statement_set_id", "key", "position", "text", "guidance", "short_title", "weight", "allows_not_applicable", "asks_for_evidence", "asks_for_note", "evidence_example", "level_key", "profile_keys", "tag_keys", "is_key"
  from "statements"
  where "tenant_id" = ? and "content_set_id" = ?
  order by "position", "id";

-- features/content/content-sets.queries.ts readEditionText
with s as (select *
  from statements
  where tenant_id = ? and content_set_id = ?), e as (select *
  from elements
  where tenant_id = ? and content_set_id = ?) select json_build_object( 'set', row_to_json(c), 'reportBands', (select coalesce(json_agg(b), '[]')
  from ( select b.element_id, b.from_percent as "from", b.to_percent as "to", b.title, b.text
  from report_bands b
  join e on e.id = b.element_id
  where b.tenant_id = ?
  order by b.from_percent) b), 'elements', (select coalesce(json_agg(x), '[]')
  from ( select e.*
  from e
  order by e.position, e.id) x), 'responses', (select coalesce(json_agg(r), '[]')
  from ( select r.*
  from statement_responses r
  join s on s.id = r.statement_id
  where r.tenant_id = ?
  order by r.position, r.id) r), 'statements', (select coalesce(json_agg(x), '[]')
  from (select *
  from s
  order by s.position, s.id) x), 'certificationBands', (select coalesce(json_agg(b), '[]')
  from ( select label, min_overall as "minOverall", min_element as "minElement", min_statement as "minStatement", of_statements as "of", min_element_band as "minElementBand"
  from certification_bands
  where tenant_id = ? and content_set_id = ?
  order by position, min_overall, min_element) b) )::text as edition
  from content_sets c
  where c.tenant_id = ? and c.id = ?;

-- features/content/drafts/drafts.queries.ts findName
select name
  from users
  where tenant_id = ? and id = ?;

-- features/content/drafts/drafts.queries.ts getRow
select *, draft as "draft", status as "status"
  from "content_sets"
  where "tenant_id" = ? and "id" = ?;

-- features/content/drafts/drafts.queries.ts insertDraftElement
insert into "draft_elements" ("tenant_id", "content_set_id", "position", "element", "saved_by")
  values (?, …)
  returning "id", "version";

-- features/content/drafts/drafts.queries.ts listDraftElements
select "id", "version", element as "element", "removed_at", "saved_by"
  from "draft_elements"
  where "tenant_id" = ? and "content_set_id" = ?
  order by "position", "id";
select "id", "version", element as "element", "removed_at", "saved_by"
  from "draft_elements"
  where "tenant_id" = ? and "content_set_id" = ? and "id" = any(?::bigint[])
  order by "position", "id";

-- features/content/drafts/drafts.queries.ts lockRow
select *, draft as "draft", status as "status"
  from "content_sets"
  where "tenant_id" = ? and "id" = ? for update;

-- features/content/drafts/drafts.queries.ts placeDraftElements
update draft_elements d
  set position = x.position
  from unnest(?::bigint[]) with ordinality x(id, position)
  where d.tenant_id = ? and d.content_set_id = ? and d.id = x.id and d.position <> x.position;

-- features/content/drafts/drafts.queries.ts touchDraft
update "content_sets"
  set "changed_at" = now(), "changed_by" = ?, "draft_saves" = "draft_saves" + ?
  where "tenant_id" = ? and "id" = ?
  returning "changed_at", "draft_version";
update "content_sets"
  set "changed_at" = now(), "changed_by" = ?, "draft_saves" = "draft_saves" + ?, "title" = ?, "draft" = ?, "draft_version" = "draft_version" + ?, "draft_saved_by" = ?
  where "tenant_id" = ? and "id" = ?
  returning "changed_at", "draft_version";

-- features/content/drafts/drafts.queries.ts writeDraftElements
update draft_elements d
  set version = version + 1, saved_at = now(), saved_by = ?, element = coalesce(x.element, d.element), removed_at = case when x.element is null then coalesce(d.removed_at, now()) end
  from jsonb_to_recordset(?) as x(id bigint, element jsonb)
  where d.tenant_id = ? and d.content_set_id = ? and d.id = x.id
  returning d.id, d.version;

-- features/content/drafts/list-content-sets.queries.ts findKeys
select c.tenant_id, c.id
  from content_sets c
  join tenants t on t.id = c.tenant_id
  where true and (?::bigint is null or c.tenant_id = ?) and (?::text[] is null or c.status = any(?::text[])) and search_norm(c.title) like ?
  order by lower(c.title) asc, lower(c.title), t.name, c.version desc, c.id;
select c.tenant_id, c.id
  from content_sets c
  join tenants t on t.id = c.tenant_id
  where "c"."tenant_id" = any(?::bigint[]) and (?::bigint is null or c.tenant_id = ?) and (?::text[] is null or c.status = any(?::text[])) and search_norm(c.title) like ?
  order by lower(c.title) asc, lower(c.title), t.name, c.version desc, c.id;

-- features/content/drafts/list-content-sets.queries.ts listByKey
select c.id, c.tenant_id, c.title, coalesce(c.language, nullif(c.draft->>'language', '')) as language, c.status, c.version, c.changed_at, case when c.status = 'published' and t.kind <> 'platform' then array( select type
  from unnest(array['self_assessment', 'certification']) type
  where ((c.status = 'published' and (c.year_from <= this.year and (c.year_to is null or c.year_to >= this.year)) and case type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= this.year and (c.year_to is null or c.year_to >= this.year)) and case type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))) end as in_force, jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant, coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to, case c.status when 'draft' then ( select count(*)
  from draft_elements d
  where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null ) else ( select count(*)
  from elements e
  where e.tenant_id = c.tenant_id and e.content_set_id = c.id ) end as elements, case c.status when 'draft' then ( select coalesce(sum(jsonb_array_length(d.element->'statements')), 0)::bigint
  from draft_elements d
  where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null ) else ( select count(*)
  from statements s
  where s.tenant_id = c.tenant_id and s.content_set_id = c.id ) end as statements, (select count(*)
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments
  from unnest(?::bigint[], ?::bigint[]) with ordinality x(id, tenant_id, position)
  join content_sets c on c.tenant_id = x.tenant_id and c.id = x.id and true
  join tenants t on t.id = c.tenant_id
  cross join lateral (select extract(year
  from ?::timestamptz at time zone t.time_zone)::int as year) this
  order by x.position;
select c.id, c.tenant_id, c.title, coalesce(c.language, nullif(c.draft->>'language', '')) as language, c.status, c.version, c.changed_at, case when c.status = 'published' and t.kind <> 'platform' then array( select type
  from unnest(array['self_assessment', 'certification']) type
  where ((c.status = 'published' and (c.year_from <= this.year and (c.year_to is null or c.year_to >= this.year)) and case type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= this.year and (c.year_to is null or c.year_to >= this.year)) and case type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))) end as in_force, jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant, coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to, case c.status when 'draft' then ( select count(*)
  from draft_elements d
  where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null ) else ( select count(*)
  from elements e
  where e.tenant_id = c.tenant_id and e.content_set_id = c.id ) end as elements, case c.status when 'draft' then ( select coalesce(sum(jsonb_array_length(d.element->'statements')), 0)::bigint
  from draft_elements d
  where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null ) else ( select count(*)
  from statements s
  where s.tenant_id = c.tenant_id and s.content_set_id = c.id ) end as statements, (select count(*)
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments
  from unnest(?::bigint[], ?::bigint[]) with ordinality x(id, tenant_id, position)
  join content_sets c on c.tenant_id = x.tenant_id and c.id = x.id and "c"."tenant_id" = any(?::bigint[])
  join tenants t on t.id = c.tenant_id
  cross join lateral (select extract(year
  from ?::timestamptz at time zone t.time_zone)::int as year) this
  order by x.position;

-- features/content/drafts/outlines.queries.ts findRelatives
select t.id as tenant_id, jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant, (select jsonb_build_object('id', id, 'version', version)
  from content_sets c
  where c.tenant_id = t.id and c.id = ?) as based_on, (select id
  from content_sets c
  where c.tenant_id = t.id and c.family_id = ? and c.status = 'draft' and c.id <> ?) as draft_id
  from tenants t
  where t.id = ?;

-- features/content/drafts/outlines.queries.ts outlineOfDraft
select id, version, element->>'key' as key, element->>'title' as title, element->>'group' as "group", element->'path' as path, case when jsonb_array_length(element->'statements') > 0 then id end as quiz_id, (select coalesce(jsonb_agg(jsonb_build_object('key', s->>'key', 'text', left(s->>'text', ?), 'has_own', jsonb_array_length(s->'responses') > 0)
  order by n), '[]')
  from jsonb_array_elements(element->'statements') with ordinality x(s, n)) as statements
  from draft_elements
  where tenant_id = ? and content_set_id = ? and removed_at is null
  order by position, id;

-- features/content/drafts/outlines.queries.ts outlineOfEdition
select e.id, 1 as version, e.key, e.title, coalesce(e.group_name, '') as "group", to_jsonb(e.path) as path, q.id as quiz_id, (select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'text', left(s.text, ?))
  order by s.position, s.id), '[]')
  from statements s
  where s.tenant_id = e.tenant_id and s.element_id = e.id) as statements
  from elements e
  left join statement_sets q on q.tenant_id = e.tenant_id and q.element_id = e.id
  where e.tenant_id = ? and e.content_set_id = ?
  order by e.position, e.id;

-- features/content/editions/copies.queries.ts countTenants
select count(distinct tenant_id)
  from content_sets
  where "tenant_id" <> ? and ? = case ? when 'family' then template_family_id else template_id end;

-- features/content/editions/copies.queries.ts insertCopy
update content_sets
  set based_on = ?
  where tenant_id = ? and family_id = ? and status = 'draft';
update content_sets
  set version = version + 1, draft_saves = draft_saves + 1
  where tenant_id = ? and family_id = ? and status = 'draft';

-- features/content/editions/copies.queries.ts listCopies
select t.id as tenant_id, t.name, c.id, c.version, c.status, c.family_id, c.template_id, c.is_copy
  from tenants t
  left join lateral ( select *
  from content_sets c
  where c.tenant_id = t.id and c.template_family_id = ?
  order by array_position(array['published', 'retired', 'draft'], c.status), c.version desc
  limit 1 ) c on true
  where "t"."id" <> ?
  order by t.name, t.id;

-- features/content/editions/copies.queries.ts listTemplates
select *
  from ( select distinct on (c.family_id) c.id, c.title, coalesce(c.description, '') as description, c.language, c.version, (select count(*)
  from elements e
  where e.tenant_id = c.tenant_id and e.content_set_id = c.id) as elements, (select count(*)
  from statements s
  where s.tenant_id = c.tenant_id and s.content_set_id = c.id) as statements
  from content_sets c
  where c.tenant_id = ? and c.status = 'published' and (c.year_to is null or c.year_to >= ?)
  order by c.family_id, c.version desc) newest
  order by title, id
  limit ?;

-- features/content/editions/copies.queries.ts listUsedTemplates
select template_id
  from content_sets
  where tenant_id = ? and status = 'published' and template_id is not null;

-- features/content/editions/copies.queries.ts listVersions
select id, version
  from content_sets
  where tenant_id = ? and family_id = ?;

-- features/content/editions/copies.queries.ts lockCopy
select pg_advisory_xact_lock(?);
select "id", "family_id", "version", "status", "template_id"
  from "content_sets"
  where "tenant_id" = ? and "template_family_id" = ? and "status" <> ?
  order by "version" desc for update;

-- features/content/editions/editions.queries.ts countAssessments
select count(*) filter (where status <> 'completed' and status = any(?::text[])) as assessments_in_progress, count(*) filter (where status = 'completed') as assessments_completed, count(*) filter (where not (status = any(?::text[]))) as assessments_submitted
  from assessments
  where tenant_id = ? and content_set_id = ?;

-- features/content/editions/editions.queries.ts deleteRow
delete from content_sets
  where tenant_id = ? and id = ?;
update content_sets n
  set based_on = removed.based_on
  from content_sets removed
  where removed.tenant_id = ? and removed.id = ? and n.tenant_id = removed.tenant_id and n.based_on = removed.id;

-- features/content/editions/editions.queries.ts findDraftId
select id
  from content_sets
  where tenant_id = ? and family_id = ? and status = 'draft';

-- features/content/editions/editions.queries.ts findNewest
select "id", "family_id", "version", "template_id", "template_family_id", "year_from", "year_to", "offers_self_assessment", "offers_certification"
  from "content_sets"
  where "tenant_id" = ? and "family_id" = ? and "status" <> ?
  order by "version" desc;

-- features/content/editions/editions.queries.ts isUsed
select was_used or exists ( select
  from assessments a
  where a.tenant_id = ? and a.content_set_id = ?) as is_used
  from content_sets
  where tenant_id = ? and id = ?;

-- features/content/editions/editions.queries.ts listEditions
select c.id, c.version, c.status, c.is_minor, c.is_copy, c.what_changed, u.name as by, coalesce(c.published_at, c.changed_at) as at, coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to, (select count(*)
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments, case when m.total > 0 then jsonb_build_object('moved', m.moved, 'total', m.total, 'is_over', m.ended_at is not null) end as move
  from content_sets c
  left join edition_moves m on m.tenant_id = c.tenant_id and m.content_set_id = c.id
  left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
  where c.tenant_id = ? and c.family_id = ?
  order by c.version desc;

-- features/content/editions/editions.queries.ts publishRow
delete from draft_elements
  where tenant_id = ? and content_set_id = ?;
update "content_sets"
  set "title" = ?, "description" = ?, "language" = ?, "source" = ?, "licence" = ?, "introduction" = ?, "scale" = ?, "groups" = ?, "responses" = ?, "element_bands" = ?, "score_from" = ?, "not_applicable_counts" = ?, "lowest_level" = ?, "year_from" = ?, "year_to" = ?, "offers_self_assessment" = ?, "offers_certification" = ?, "what_changed" = ?, "is_minor" = ?, "changed_by" = ?, "status" = ?, "draft" = ?, "published_at" = now(), "changed_at" = now()
  where "tenant_id" = ? and "id" = ?;

-- features/content/editions/editions.queries.ts retireCovered
update content_sets e
  set status = 'retired', retired_at = now()
  from content_sets n
  where n.tenant_id = ? and n.id = ? and e.tenant_id = n.tenant_id and e.family_id = n.family_id and e.version < n.version and e.status = 'published' and n.year_from <= greatest(e.year_from, ?) and (n.year_to is null or e.year_to <= n.year_to) and (n.offers_self_assessment or not e.offers_self_assessment) and (n.offers_certification or not e.offers_certification);

-- features/content/editions/editions.queries.ts retireRow
update content_sets
  set status = 'retired', retired_at = now()
  where tenant_id = ? and id = ?;

-- features/content/exchange/imports.queries.ts changeImport
update "content_imports"
  set "progress" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;
update "content_imports"
  set "status" = ?, "progress" = ?, "content_set_id" = ?, "content" = ?, "file" = ?, "other_file" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;

-- features/content/exchange/imports.queries.ts deleteImport
delete from content_imports
  where tenant_id = ? and id = ?;

-- features/content/exchange/imports.queries.ts deleteOldImports
delete from content_imports
  where tenant_id = ? and created_at < now() - interval '7 days';

-- features/content/exchange/imports.queries.ts findFile
select name, octet_length(file) as bytes, other_name, octet_length(other_file) as other_bytes, choices, content_set_of
  from content_imports
  where tenant_id = ? and id = ? and status = 'reading' and file is not null;

-- features/content/exchange/imports.queries.ts findFollowed
select *
  from "content_sets"
  where "tenant_id" = ? and "family_id" = ?
  order by "version" desc;

-- features/content/exchange/imports.queries.ts getContent
select "content_set_of", "created_by", content::text as "content"
  from "content_imports"
  where "tenant_id" = ? and "id" = ?;

-- features/content/exchange/imports.queries.ts getImport
select i.id, i.name, i.status, i.progress, i.faults, i.fault_count, i.preview, i.findings, i.content_set_id, i.created_at, jsonb_build_object('id', t.id, 'name', t.name) as tenant, (select jsonb_build_object('id', b.id, 'version', b.version)
  from content_sets b
  where b.tenant_id = i.tenant_id and b.id = i.content_set_of) as follows, (select jsonb_build_object('id', b.id, 'version', b.version)
  from content_sets b
  where b.tenant_id = i.tenant_id and i.content_set_of is null and b.status = 'published' and b.title = i.preview->>'title'
  order by b.version desc, b.id desc
  limit 1) as namesake
  from content_imports i
  join tenants t on t.id = i.tenant_id
  where i.tenant_id = any(?::bigint[]) and i.id = ?;

-- features/content/exchange/imports.queries.ts insertImport
insert into "content_imports" ("tenant_id", "name", "content_set_of", "created_by", "file")
  values (?, …)
  returning "id";
insert into "content_imports" ("tenant_id", "name", "content_set_of", "created_by", "file", "status", "progress", "faults", "fault_count", "findings")
  values (?, …)
  returning "id";

-- features/content/exchange/imports.queries.ts lockImport
select status, name, preview
  from content_imports
  where tenant_id = ? and id = ? for update;

-- features/content/exchange/imports.queries.ts readAgain
update "content_imports"
  set "status" = ?, "progress" = ?, "faults" = ?, "fault_count" = ?, "preview" = ?, "content" = ?, "choices" = ?
  where "tenant_id" = ? and "id" = ? and "status" in (?, …) and "file" is not null
  returning octet_length(file) + coalesce(octet_length(other_file), 0) as "bytes";
update "content_imports"
  set "status" = ?, "progress" = ?, "faults" = ?, "fault_count" = ?, "preview" = ?, "content" = ?, "choices" = ?, "other_name" = ?, "other_file" = ?
  where "tenant_id" = ? and "id" = ? and "status" in (?, …) and "file" is not null
  returning octet_length(file) + coalesce(octet_length(other_file), 0) as "bytes";

-- features/content/exchange/imports.queries.ts readBytes
select substring(file
  from ?::int for ?::int) as slice
  from content_imports
  where tenant_id = ? and id = ?;
select substring(other_file
  from ?::int for ?::int) as slice
  from content_imports
  where tenant_id = ? and id = ?;

-- features/content/exchange/imports.queries.ts storeOutcome
update "content_imports"
  set "status" = ?, "progress" = ?, "preview" = ?, "content" = ?, "findings" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;
update "content_imports"
  set "file" = ?, "other_file" = ?, "status" = ?, "progress" = ?, "faults" = ?, "fault_count" = ?, "findings" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;

-- features/content/exchange/imports.queries.ts writeFile
update content_imports
  set file = file || ?
  where tenant_id = ? and id = ?;
update content_imports
  set other_file = other_file || ?
  where tenant_id = ? and id = ?;

-- features/content/moves.queries.ts countMoved
update edition_moves
  set moved = moved + ?, total = greatest(total, moved + ?)
  where tenant_id = ? and content_set_id = ?;

-- features/content/moves.queries.ts endMove
update edition_moves
  set ended_at = now(), total = case when ? then moved else total end
  where tenant_id = ? and content_set_id = ?;

-- features/content/moves.queries.ts findMove
select c.based_on as "from", m.moved_by as "movedBy"
  from edition_moves m
  join content_sets c on c.tenant_id = m.tenant_id and c.id = m.content_set_id
  where m.tenant_id = ? and m.content_set_id = ? and c.based_on is not null;

-- features/content/moves.queries.ts listMovable
select id
  from assessments
  where tenant_id = ? and content_set_id = ? and id = any(?::bigint[]) and status = any(?::text[]);

-- features/content/moves.queries.ts reopenNext
with late as ( select count(*)::int as count
  from assessments
  where tenant_id = ? and content_set_id = ? and status = any(?::text[]) ) update edition_moves m
  set ended_at = null, total = m.moved + late.count
  from content_sets c, late
  where m.tenant_id = ? and c.tenant_id = m.tenant_id and c.id = m.content_set_id and c.based_on = ? and late.count > 0
  returning m.content_set_id;

-- features/content/moves.queries.ts startMove
insert into edition_moves (tenant_id, content_set_id, moved_by, total) select ?, ?, ?, count(*)
  from assessments
  where tenant_id = ? and content_set_id = ? and status = any(?::text[]);
INSERT INTO pgboss.job_common ( id, name, data, priority, start_after, singleton_key, singleton_on, group_id, group_tier, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, blocked, blocking, pending_dependencies ) SELECT COALESCE(id, gen_random_uuid()) as id, 'move' as name, data, COALESCE(priority, 0) as priority, j.start_after, "singletonKey", CASE WHEN "singletonSeconds" IS NOT NULL THEN 'epoch'::timestamp + '1s'::interval * ("singletonSeconds"::float8 * floor(( date_part('epoch', now()) + COALESCE("singletonOffset",0)::float8) / "singletonSeconds"::float8 )) ELSE NULL END as singleton_on, "groupId" as group_id, "groupTier" as group_tier, COALESCE("expireInSeconds", q.expire_seconds) as expire_seconds, COALESCE("deleteAfterSeconds", q.deletion_seconds) as deletion_seconds, j.start_after + (COALESCE("retentionSeconds", q.retention_seconds) * interval '1s') as keep_until, COALESCE("retryLimit", q.retry_limit) as retry_limit, COALESCE("retryDelay", q.retry_delay) as retry_delay, COALESCE("retryBackoff", q.retry_backoff, false) as retry_backoff, COALESCE("retryDelayMax", q.retry_delay_max) as retry_delay_max, q.policy, COALESCE("deadLetter", q.dead_letter) as dead_letter, COALESCE("heartbeatSeconds", q.heartbeat_seconds) as heartbeat_seconds, COALESCE(blocked, false) as blocked, COALESCE(blocking, false) as blocking, COALESCE("pendingDependencies", 0) as pending_dependencies FROM ( SELECT *, CASE WHEN (right("startAfter", 1) = 'Z' OR "startAfter" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN CAST("startAfter" as timestamp with time zone) ELSE now() + CAST(COALESCE("startAfter",'0') as interval) END as start_after FROM json_to_recordset(?::json) as x ( id uuid, priority integer, data jsonb, "startAfter" text, "retryLimit" integer, "retryDelay" integer, "retryDelayMax" integer, "retryBackoff" boolean, "singletonKey" text, "singletonSeconds" integer, "singletonOffset" integer, "groupId" text, "groupTier" text, "expireInSeconds" integer, "deleteAfterSeconds" integer, "retentionSeconds" integer, "deadLetter" text, "heartbeatSeconds" integer, blocked boolean, blocking boolean, "pendingDependencies" integer ) ) j JOIN pgboss.queue q ON q.name = 'move' ON CONFLICT DO NOTHING RETURNING id;

-- features/content/read-draft.queries.ts readDraft
select draft as "head"
  from "content_sets"
  where "tenant_id" = ? and "id" = ? and "status" = ?;
select "id", element as "element"
  from "draft_elements"
  where "tenant_id" = ? and "content_set_id" = ? and "removed_at" is null
  order by "position", "id";

-- features/content/read-draft.queries.ts readDraftText
select draft as head, ( select coalesce(json_agg(json_build_object('id', e.id, 'element', e.element)
  order by e.position, e.id), '[]')::text
  from draft_elements e
  where e.tenant_id = c.tenant_id and e.content_set_id = c.id and e.removed_at is null) as elements
  from content_sets c
  where tenant_id = ? and id = ? and status = 'draft';

-- features/content/sets-beside.queries.ts listBeside
select distinct on (c.tenant_id, c.family_id) c.tenant_id, c.id, c.title, c.version
  from jsonb_to_recordset(?) as o(tenant_id bigint, family_id bigint, year_from int, year_to int, offers_self_assessment boolean, offers_certification boolean)
  join tenants t on t.id = o.tenant_id
  join content_sets c on c.tenant_id = t.id and "c"."tenant_id" = ? and c.status = 'published' and c.family_id is distinct
  from o.family_id
  cross join lateral (select extract(year
  from ?::timestamptz at time zone t.time_zone)::int as year) this
  where ((c.offers_self_assessment and o.offers_self_assessment) or (c.offers_certification and o.offers_certification)) and (c.year_to is null or c.year_to >= greatest(o.year_from, this.year)) and (o.year_to is null or o.year_to >= greatest(c.year_from, this.year))
  order by c.tenant_id, c.family_id, c.version desc;
select distinct on (c.tenant_id, c.family_id) c.tenant_id, c.id, c.title, c.version
  from jsonb_to_recordset(?) as o(tenant_id bigint, family_id bigint, year_from int, year_to int, offers_self_assessment boolean, offers_certification boolean)
  join tenants t on t.id = o.tenant_id
  join content_sets c on c.tenant_id = t.id and "c"."tenant_id" <> ? and c.status = 'published' and c.family_id is distinct
  from o.family_id
  cross join lateral (select extract(year
  from ?::timestamptz at time zone t.time_zone)::int as year) this
  where ((c.offers_self_assessment and o.offers_self_assessment) or (c.offers_certification and o.offers_certification)) and (c.year_to is null or c.year_to >= greatest(o.year_from, this.year)) and (o.year_to is null or o.year_to >= greatest(c.year_from, this.year))
  order by c.tenant_id, c.family_id, c.version desc;

-- features/content/sets/new-sets.queries.ts insertDraft
insert into "content_sets" ("tenant_id", "id", "title", "draft", "status", "family_id", "changed_by", "draft_saved_by")
  values (?, …);
insert into "content_sets" ("tenant_id", "id", "title", "draft", "status", "family_id", "template_id", "template_family_id", "version", "based_on", "changed_by", "draft_saved_by")
  values (?, …);
insert into draft_elements (tenant_id, content_set_id, position, element, saved_by) select ?, ?, x.position, x.element, ?
  from jsonb_array_elements(?) with ordinality x(element, position);

-- features/content/sets/new-sets.queries.ts insertEdition
insert into "content_sets" ("tenant_id", "id", "family_id", "title", "description", "language", "source", "licence", "introduction", "scale", "groups", "responses", "element_bands", "score_from", "not_applicable_counts", "lowest_level", "year_from", "year_to", "offers_self_assessment", "offers_certification", "status", "published_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now());
insert into "content_sets" ("tenant_id", "id", "family_id", "title", "description", "language", "source", "licence", "introduction", "scale", "groups", "responses", "element_bands", "score_from", "not_applicable_counts", "lowest_level", "year_from", "year_to", "offers_self_assessment", "offers_certification", "version", "based_on", "template_id", "template_family_id", "what_changed", "is_minor", "is_copy", "status", "published_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now());

-- features/content/sets/new-sets.queries.ts insertParts
insert into report_bands (tenant_id, element_id, from_percent, to_percent, title, text) select ?, e.id, x."from", x."to", x.title, x.text
  from jsonb_to_recordset(?) as x(element text, "from" float8, "to" float8, title text, text text)
  join jsonb_to_recordset(?) as e(key text, id bigint, set_id bigint) on e.key = x.element;
insert into certification_bands (tenant_id, content_set_id, position, label, min_overall, min_element, min_statement, of_statements, min_element_band) select ?, ?, x.position, x.label, x."minOverall", x."minElement", x."minStatement", x.of, x."minElementBand"
  from jsonb_to_recordset(?) as x(position int, label text, "minOverall" float8, "minElement" float8, "minStatement" float8, of text, "minElementBand" text);
with e as ( insert into elements (tenant_id, content_set_id, key, position, title, description, group_name, path, is_required, weight) select ?, ?, x.key, x.position, x.title, x.description, x."group", x.path, x.required, x.weight
  from jsonb_to_recordset(?) as x(key text, position int, title text, description text, "group" text, path text[], required boolean, weight float8)
  returning id, key ), q as ( insert into statement_sets (tenant_id, element_id) select ?, id
  from e
  returning id, element_id ) select e.key, e.id, q.id as set_id
  from e
  join q on q.element_id = e.id;
insert into statement_responses (tenant_id, statement_id, key, position, label, description, value, action, effort, benefit, asks_for_evidence, asks_for_note) select ?, s.id, x.key, x.position, x.label, x.description, x.value, x.action, x.effort, x.benefit, coalesce(x."asksForEvidence", false), coalesce(x."asksForNote", false)
  from jsonb_to_recordset(?) as x(statement text, key text, position int, label text, description text, value float8, action text, effort smallint, benefit smallint, "asksForEvidence" boolean, "asksForNote" boolean)
  join jsonb_to_recordset(?) as s(key text, id bigint) on s.key = x.statement;
insert into statements (tenant_id, content_set_id, element_id, statement_set_id, key, position, text, guidance, short_title, weight, allows_not_applicable, asks_for_evidence, asks_for_note, evidence_example, level_key, profile_keys, tag_keys, is_key) select ?, ?, e.id, e.set_id, x.key, x.position, x.text, x.guidance, x."shortTitle", x.weight, x."allowsNotApplicable", coalesce(x."asksForEvidence", false), coalesce(x."asksForNote", false), x."evidenceExample", x.level, x.profiles, x.tags, coalesce(x."isKey", false)
  from jsonb_to_recordset(?) as x(element text, key text, position int, text text, guidance text, "shortTitle" text, weight float8, "allowsNotApplicable" boolean, "asksForEvidence" boolean, "asksForNote" boolean, "evidenceExample" text, level text, profiles text[], tags text[], "isKey" boolean)
  join jsonb_to_recordset(?) as e(key text, id bigint, set_id bigint) on e.key = x.element
  returning id, key;
