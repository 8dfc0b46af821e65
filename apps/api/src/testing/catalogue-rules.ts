import type pg from 'pg'
import { GLOBAL_TABLES } from './catalogue.ts'

const tenantTables = `(select c.oid, c.relname, c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.relpersistence, c.relacl,
    (select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id') as tenant
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1::text[])) t`
const ours = `(select n.oid, n.nspname from pg_namespace n where n.nspname !~ '^(pg_|information_schema)') n`
/** Nobody may change or delete these rows. */
const appendOnly = `array['assessment_events', 'audit_events', 'reports', 'response_events', 'terms_acceptances', 'terms_additions']`

/** What wm_reader reads of every tenant. Of the second group it reads some columns, and of one_time_links only invitations. */
const read = `array['assessments', 'attachments', 'audit_events', 'certifications', 'content_sets', 'draft_elements', 'elements', 'reports',
  'responses', 'review_responses', 'reviews', 'statement_responses', 'statements', 'tenant_auditors', 'terms_acceptances', 'tenants', 'terms']`
const readInPart = `array['users', 'one_time_links']`
const secretColumns = `array['password_hash', 'signature_hash']`

/** Besides the two policies of every table, one of these may be there: each lets its role read, and no other role. */
const reader = `p.policyname = 'reader' and p.roles = '{wm_reader}' and p.cmd = 'SELECT' and p.tablename = any(${read} || ${readInPart})
  and p.qual = case p.tablename when 'one_time_links' then '(kind = ''invite''::text)' else 'true' end`

/** In the order of a list across organisations, or by an id. */
const across = `array['all_users_by_name', 'users_by_id', 'audit_events_by_actor', 'all_audit_events_by_time',
  'all_audit_events_by_action', 'all_assessments_by_activity', 'assessments_by_id', 'all_certifications_until']`

/** Functions of ours that wm_app may run, with its own rights. */
const run = `array['enter(bigint,bigint,bigint)', 'save_responses(bigint,text[],bigint[],bigint[],bigint[],bigint[],smallint[],bigint[],text[],integer[],uuid[])', 'search_norm(text)']`

/** What wm_platform may run. */
const runByPlatform = `array['search_norm(text)']`

/** What is published stays as it is (docs/decisions/016-drafts-as-documents.md). */
const triggers = `array['content_sets keep_edition']`

const serving = `array['wm_app', 'wm_platform', 'wm_reader']`

/** Each query names what breaks its rule; $1 are the cross-tenant tables. */
export const RULES: Record<string, string> = {
  'every table has tenant_id bigint not null, without a default': `select relname from ${tenantTables} where not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attnum = t.tenant and a.atttypid = 'bigint'::regtype and a.attnotnull and not a.atthasdef)`,
  'tenant_id refers to tenants, or to a table whose tenant_id does': `with recursive held as (
      select t.oid from ${tenantTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.confrelid = 'tenants'::regclass and k.conkey = array[t.tenant]
      union select t.oid from ${tenantTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.conkey[1] = t.tenant join held on held.oid = k.confrelid
    ) select relname from ${tenantTables} where oid not in (select oid from held)`,
  'every primary key begins with tenant_id': `select relname from ${tenantTables} where not exists (
    select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p' and k.conkey[1] = t.tenant)`,
  'every index begins with tenant_id and holds plain columns': `select i.indexrelid::regclass from pg_index i join ${tenantTables} on t.oid = i.indrelid
    where i.indkey[0] is distinct from t.tenant and i.indexrelid::regclass::text <> all(${across}) or i.indexprs is not null`,
  'every reference to a tenant table begins with tenant_id on both sides': `select t.relname || '.' || k.conname from pg_constraint k join ${tenantTables} on t.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid and target.relname <> all($1::text[])
    where k.contype = 'f' and (k.conkey[1] is distinct from t.tenant or k.confkey[1] is distinct from
      (select attnum from pg_attribute where attrelid = target.oid and attname = 'tenant_id'))`,
  'no cross-tenant table refers to a tenant table': `select k.conname from pg_constraint k join ${tenantTables} on t.oid = k.confrelid
    where k.contype = 'f' and k.conrelid::regclass::text = any($1::text[])`,
  'every reference to a tenant table has an index that leads with its first two columns': `select t.relname || '.' || k.conname from pg_constraint k join ${tenantTables} on t.oid = k.conrelid
    where k.contype = 'f' and k.confrelid::regclass::text <> all($1::text[]) and not exists (
      select from pg_index i where i.indrelid = t.oid and i.indpred is null
        and (i.indkey::int2[])[0:1] @> k.conkey[1:2])`,
  'row security is enabled and forced': `select relname from ${tenantTables} where not (relrowsecurity and relforcerowsecurity)`,
  'exactly two policies: the tenant for wm_app, the platform for wm_platform, for every verb, to read and to write': `select relname from ${tenantTables} where (
      select string_agg(concat_ws(' ', p.policyname, p.roles::text, p.permissive, p.cmd, (p.qual = p.with_check)::text), ', ' order by p.policyname)
      from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname and not (${reader}))
    is distinct from 'platform {wm_platform} PERMISSIVE ALL true, tenant {wm_app} PERMISSIVE ALL true'`,
  'a policy is one comparison of tenant_id with the setting: no or, no join, no function of ours': `select p.tablename || '.' || p.policyname from pg_policies p where p.schemaname = 'public' and not (${reader}) and (
      p.qual !~ '^\\(tenant_id = ' or p.qual ~* '\\mor\\M|\\mfrom\\M|\\mjoin\\M'
      or p.qual !~ ('current_setting\\(''app\\.tenant_id' || case p.policyname when 'platform' then 's' else '' end || '''::text, true\\)')
      or p.qual !~* 'nullif')`,
  'policies of one kind are alike on every table': `select policyname || ': ' || count(distinct qual) from pg_policies where schemaname = 'public' and policyname <> 'reader'
    group by policyname having count(distinct qual) > 1`,
  'tables grant select, insert, update and delete at most, and to the serving roles only': `select c.relname || ' ' || a.privilege_type || ' ' || coalesce(r.rolname, 'public')
    from pg_class c join ${ours} on n.oid = c.relnamespace and n.nspname = 'public' cross join aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.grantee <> c.relowner
      and not (coalesce(r.rolname, '') = 'wm_reader' and a.privilege_type = 'SELECT' and not a.is_grantable and c.relname = any(${read}))
      and (a.is_grantable or coalesce(r.rolname, 'public') <> all(array['wm_app', 'wm_platform']) or a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
  'no grants on single columns, but to wm_reader on columns without secrets': `select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    cross join aclexplode(a.attacl) x where a.attrelid in (select c.oid from pg_class c join ${ours} on n.oid = c.relnamespace)
      and not (x.grantee = 'wm_reader'::regrole and x.privilege_type = 'SELECT' and not x.is_grantable
        and a.attrelid::regclass::text = any(${readInPart}) and a.attname <> all(${secretColumns}))`,
  'nothing that serves may change or delete what is append-only': `select distinct relname from ${tenantTables} cross join aclexplode(t.relacl) a
    where relname = any(${appendOnly}) and a.grantee <> t.relowner and a.privilege_type in ('UPDATE', 'DELETE')`,
  'the append-only tables are there': `select name from unnest(${appendOnly}) name where to_regclass(name) is null`,
  'wm_app may not write the cross-tenant tables, but count attempts': `select c.relname from pg_class c join ${ours} on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relname = any($1::text[]) and c.relname <> 'rate_limits'
      and (has_table_privilege('wm_app', c.oid, 'INSERT') or has_table_privilege('wm_app', c.oid, 'UPDATE') or has_table_privilege('wm_app', c.oid, 'DELETE'))`,
  'views run with the rights of whoever asks; there are no materialised views and no foreign tables': `select c.relname from pg_class c join ${ours} on n.oid = c.relnamespace
    where c.relkind in ('m', 'f') or c.relkind = 'v' and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
  'no function runs with its owner’s rights': `select p.oid::regprocedure from pg_proc p join ${ours} on n.oid = p.pronamespace where p.prosecdef`,
  'the serving roles run no function of ours but the named': `select p.oid::regprocedure from pg_proc p join ${ours} on n.oid = p.pronamespace and n.nspname = 'public'
    where ((has_function_privilege('wm_app', p.oid, 'execute') and p.oid::regprocedure::text <> all(${run}))
      or (has_function_privilege('wm_reader', p.oid, 'execute') and p.oid::regprocedure::text <> 'search_norm(text)')
      or (has_function_privilege('wm_platform', p.oid, 'execute') and p.oid::regprocedure::text <> all(${runByPlatform})))`,
  'no rules of ours on tables, and only the named triggers': `select relname from ${tenantTables} where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal and t.relname || ' ' || g.tgname <> all(${triggers}))
    or exists (select from pg_rewrite r where r.ev_class = t.oid)`,
  'every row is logged': `select relname from ${tenantTables} where relpersistence <> 'p'`,
  'the serving roles are weak': `select rolname from pg_roles where rolname = any(${serving})
    and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or not rolcanlogin)`,
  'the serving roles belong to no role, and nobody to them but who administers': `select m.roleid::regrole || ' ' || m.member::regrole from pg_auth_members m
    where m.member::regrole::text = any(${serving}) or (m.roleid::regrole::text = any(${serving}) and not (select rolsuper from pg_roles where oid = m.member))`,
  'the serving roles own nothing': `select d.classid::regclass || ' ' || d.objid from pg_shdepend d join pg_roles r on r.oid = d.refobjid
    where d.deptype = 'o' and r.rolname = any(${serving}) and d.dbid in (0, (select oid from pg_database where datname = current_database()))`,
  'nobody who serves creates anything, not even for a session': `select role || ' ' || nspname from ${ours} cross join unnest(${serving}) role where has_schema_privilege(role, n.oid, 'create')
    union all select role || ' ' || verb from unnest(${serving}) role cross join unnest(array['temporary', 'create']) verb where has_database_privilege(role, current_database(), verb)`,
  'wm_reader has the rights to read, for transactions that only read': `select 'writes' where not exists (select from pg_db_role_setting
      where setrole = 'wm_reader'::regrole and setdatabase = 0 and 'default_transaction_read_only=on' = any(setconfig))
    union all select nspname::text from ${ours} where nspname <> 'public' and has_schema_privilege('wm_reader', n.oid, 'usage')
    union all select c.relname::text from pg_class c join ${ours} on n.oid = c.relnamespace where case c.relkind when 'S' then has_sequence_privilege('wm_reader', c.oid, 'usage, select, update') end`,
  'there is no schema but public and the queue’s': `select nspname from ${ours} where nspname not in ('public', 'pgboss')`,
}

/** What breaks each rule; empty when all hold. */
export async function catalogueFaults(client: pg.ClientBase): Promise<string[]> {
  const faults: string[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    const values = query.includes('$1') ? [GLOBAL_TABLES] : []
    const { rows } = await client.query({ text: query, values, rowMode: 'array' })
    faults.push(...rows.map(([name]: unknown[]) => `${rule}: ${String(name)}`))
  }
  return faults
}
