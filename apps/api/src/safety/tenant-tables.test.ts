import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { queues } from '#queues.ts'
import { GLOBAL_TABLES } from '#testing/catalogue.ts'
import { copyDatabase } from '#testing/database.ts'

const tenantTables = `(select c.oid, c.relname, c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.relpersistence, c.relacl,
    (select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id') as tenant
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1::text[])) t`
const ours = `(select n.oid, n.nspname from pg_namespace n where n.nspname !~ '^(pg_|information_schema)') n`
const appendOnly = `array['assessment_events', 'audit_events', 'reports', 'response_events', 'terms_acceptances', 'terms_additions']`

/** The tables that wm_reader may read wholly and in part; of one_time_links only invitations. */
const read = `array['assessments', 'attachments', 'audit_clients', 'audit_events', 'certifications', 'content_sets', 'draft_elements', 'elements', 'reports',
  'responses', 'review_responses', 'reviews', 'statement_responses', 'statements', 'tenant_auditors', 'terms_acceptances', 'tenants', 'terms']`
const readInPart = `array['assessment_members', 'users', 'one_time_links', 'mails', 'generated_files']`
const secretColumns = `array['password_hash', 'signature_hash', 'text', 'html']`

/** A third policy, with which wm_reader may read a table. */
const reader = `p.policyname = 'reader' and p.roles = '{wm_reader}' and p.cmd = 'SELECT' and p.tablename = any(${read} || ${readInPart})
  and p.qual = case p.tablename when 'one_time_links' then '(kind = ''invite''::text)' else 'true' end`

/** The policy with which wm_backup reads every row. */
const backup = `p.policyname = 'backup' and p.roles = '{wm_backup}' and p.cmd = 'SELECT' and p.qual = 'true'`

/** The policy with which the owner deletes organisations whose removal is due. */
const removal = `p.policyname = 'removal' and p.with_check = 'false' and p.qual ~ '^\\(tenant_id IN \\( SELECT tenants.id\\s+FROM tenants\\s+WHERE \\(tenants.removal_at <= now\\(\\)\\)\\)\\)$'`

/** Indexes for lists across organisations and for ids. None is unique. */
const across = `array['all_users_by_name', 'users_by_id', 'audit_events_by_actor', 'audit_queue_by_event', 'all_audit_events_by_time',
  'all_audit_events_by_action', 'all_assessments_by_activity', 'assessments_by_id', 'all_certifications_until']`

/** Functions that wm_app may run. */
const run = `array['enter(bigint,bigint,bigint)', 'save_answers(bigint,text[],bigint[],bigint[],bigint[],bigint[],smallint[],bigint[],text[],integer[],uuid[],smallint[],bigint[],text[],integer[],uuid[])', 'save_responses(bigint,text[],bigint[],bigint[],bigint[],bigint[],smallint[],bigint[],text[],integer[],uuid[])', 'search_norm(text)', 'share_presence(bigint,text[],bigint[],bigint[],bigint[],bigint[],bigint[],text[])']`
const runByPlatform = `array['search_norm(text)']`

const triggers = `array['content_sets keep_edition', 'certifications supersede_certificates']`

const serving = `array['wm_app', 'wm_platform', 'wm_reader', 'wm_backup']`

/** By rule: a query for what breaks it ($1 are the cross-tenant tables), and statements that break it. */
const RULES: Record<string, [query: string, ...mutants: string[]]> = {
  'every table has tenant_id bigint not null, without a default': [
    `select relname from ${tenantTables} where not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attnum = t.tenant and a.atttypid = 'bigint'::regtype and a.attnotnull and not a.atthasdef)`,
    'create table forgotten (id bigint primary key)',
    'alter table notes alter tenant_id set default 1',
  ],
  'tenant_id refers to tenants, or to a table whose tenant_id does': [
    `with recursive held as (
      select t.oid from ${tenantTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.confrelid = 'tenants'::regclass and k.conkey = array[t.tenant]
      union select t.oid from ${tenantTables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.conkey[1] = t.tenant join held on held.oid = k.confrelid
    ) select relname from ${tenantTables} where oid not in (select oid from held)`,
    'alter table users drop constraint users_tenant_id_fkey',
  ],
  'every primary key begins with tenant_id': [
    `select relname from ${tenantTables} where not exists (
    select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p' and k.conkey[1] = t.tenant)`,
    'alter table mails drop constraint mails_pkey, add primary key (id, tenant_id)',
  ],
  'every index begins with tenant_id and has plain columns': [
    `select i.indexrelid::regclass from pg_index i join ${tenantTables} on t.oid = i.indrelid
    where i.indkey[0] is distinct from t.tenant and (i.indisunique or i.indexrelid::regclass::text <> all(${across})) or i.indexprs is not null`,
    'create unique index on users (email_norm)',
    'drop index users_by_id; create unique index users_by_id on users (id)',
    'create index on users (tenant_id, lower(name))',
  ],
  'every reference to a tenant table begins with tenant_id on both sides': [
    `select t.relname || '.' || k.conname from pg_constraint k join ${tenantTables} on t.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid and target.relname <> all($1::text[])
    where k.contype = 'f' and (k.conkey[1] is distinct from t.tenant or k.confkey[1] is distinct from
      (select attnum from pg_attribute where attrelid = target.oid and attname = 'tenant_id'))`,
    'alter table users add unique (id); alter table notes add foreign key (updated_by) references users (id)',
  ],
  'no reference clears tenant_id': [
    `select t.relname || '.' || k.conname from pg_constraint k join ${tenantTables} on t.oid = k.conrelid
    where k.contype = 'f' and k.confdeltype in ('n', 'd') and t.tenant = any(coalesce(k.confdelsetcols, k.conkey))
      or k.contype = 'f' and k.confupdtype in ('n', 'd')`,
    'alter table notes add foreign key (tenant_id, updated_by) references users on delete set null',
  ],
  'no cross-tenant table refers to a tenant table': [
    `select k.conname from pg_constraint k join ${tenantTables} on t.oid = k.confrelid
    where k.contype = 'f' and k.conrelid::regclass::text = any($1::text[])`,
    'alter table terms add tenant_id bigint, add author bigint, add foreign key (tenant_id, author) references users',
  ],
  'every reference to a tenant table has an index that leads with its first two columns': [
    `select t.relname || '.' || k.conname from pg_constraint k join ${tenantTables} on t.oid = k.conrelid
    where k.contype = 'f' and k.confrelid::regclass::text <> all($1::text[]) and not exists (
      select from pg_index i where i.indrelid = t.oid and i.indpred is null
        and (i.indkey::int2[])[0:1] @> k.conkey[1:2])`,
    'drop index notes_of_statement',
  ],
  'row security is enabled and forced': [
    `select relname from ${tenantTables} where not (relrowsecurity and relforcerowsecurity)`,
    'alter table responses no force row level security',
    'alter table responses disable row level security',
  ],
  'exactly three policies: the tenant for wm_app, the platform for wm_platform, and the removal for wm_owner':
    [
      `select relname from ${tenantTables} where (
      select string_agg(concat_ws(' ', p.policyname, p.roles::text, p.permissive, p.cmd, (p.qual = p.with_check)::text), ', ' order by p.policyname)
      from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname and not (${reader} or ${backup}))
    is distinct from 'platform {wm_platform} PERMISSIVE ALL true, removal {wm_owner} PERMISSIVE ALL false, tenant {wm_app} PERMISSIVE ALL true'`,
      'drop policy tenant on users',
      'create policy more on users to public using (true)',
      'alter policy tenant on users to public',
      'alter policy reader on users to wm_app',
      'create policy reader on sessions for select to wm_reader using (true)',
      'create policy reader on notes to wm_reader using (true)',
      'alter policy reader on one_time_links using (true)',
      'alter policy backup on users to wm_platform',
      'create policy more on users to wm_backup using (true)',
      'drop policy removal on users',
    ],
  'a policy is one comparison of tenant_id with the setting': [
    `select p.tablename || '.' || p.policyname from pg_policies p where p.schemaname = 'public' and not (${reader} or ${backup} or ${removal}) and (
      p.qual !~ case p.policyname when 'platform' then '^COALESCE\\(\\(tenant_id = .*, false\\)$' else '^\\(tenant_id = ' end or p.qual ~* '\\mor\\M|\\mfrom\\M|\\mjoin\\M'
      or p.qual !~ ('current_setting\\(''app\\.tenant_id' || case p.policyname when 'platform' then 's' else '' end || '''::text, true\\)')
      or p.qual !~* 'nullif')`,
    'alter policy tenant on users using (true) with check (true)',
    `alter policy platform on users using (coalesce(tenant_id = any (nullif(current_setting('app.tenant_ids', true), '')::bigint[]), true))`,
    `alter policy tenant on users using (tenant_id = 1 or current_setting('app.all', true) = 'yes')`,
  ],
  'each kind of policy is the same on every table': [
    `select policyname || ': ' || count(distinct qual) from pg_policies where schemaname = 'public' and policyname not in ('reader', 'backup')
    group by policyname having count(distinct qual) > 1`,
    `alter policy tenant on users using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::bigint))`,
  ],
  'tables grant select, insert, update and delete at most, and to the serving roles only': [
    `select c.relname || ' ' || a.privilege_type || ' ' || coalesce(r.rolname, 'public')
    from pg_class c join ${ours} on n.oid = c.relnamespace and n.nspname = 'public' cross join aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.grantee <> c.relowner
      and not (coalesce(r.rolname, '') = 'wm_backup' and a.privilege_type = 'SELECT' and not a.is_grantable)
      and not (coalesce(r.rolname, '') = 'wm_reader' and a.privilege_type = 'SELECT' and not a.is_grantable and c.relname = any(${read}))
      and (a.is_grantable or coalesce(r.rolname, 'public') <> all(array['wm_app', 'wm_platform']) or a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
    'grant truncate on users to wm_app',
    'grant references on users to wm_app',
    'grant trigger on users to wm_app',
    'grant select on users to public',
    'grant update on reports to wm_reader',
    'grant select on sessions to wm_reader',
    'grant select on users to wm_reader',
    'grant update on users to wm_backup',
  ],
  'no grants on single columns, except to wm_reader on columns without secrets': [
    `select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    cross join aclexplode(a.attacl) x where a.attrelid in (select c.oid from pg_class c join ${ours} on n.oid = c.relnamespace)
      and not (x.grantee = 'wm_reader'::regrole and x.privilege_type = 'SELECT' and not x.is_grantable
        and a.attrelid::regclass::text = any(${readInPart}) and a.attname <> all(${secretColumns}))`,
    'grant update (snapshot) on reports to wm_app',
    'grant select (password_hash) on users to wm_reader',
    'grant update (name) on users to wm_reader',
  ],
  'the serving roles may not change or delete append-only rows': [
    `select distinct relname from ${tenantTables} cross join aclexplode(t.relacl) a
    where relname = any(${appendOnly}) and a.grantee <> t.relowner and a.privilege_type in ('UPDATE', 'DELETE')`,
    'grant update on audit_events to wm_app',
    'grant delete on reports to wm_platform',
  ],
  'the append-only tables exist': [
    `select name from unnest(${appendOnly}) name where to_regclass(name) is null`,
    'alter table audit_events rename to events',
  ],
  'wm_app may write no cross-tenant table except rate_limits': [
    `select c.relname from pg_class c join ${ours} on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relname = any($1::text[]) and c.relname <> 'rate_limits'
      and (has_table_privilege('wm_app', c.oid, 'INSERT') or has_table_privilege('wm_app', c.oid, 'UPDATE') or has_table_privilege('wm_app', c.oid, 'DELETE'))`,
    'grant update on tenants to wm_app',
  ],
  'views run with the rights of the caller; there are no materialised views or foreign tables': [
    `select c.relname from pg_class c join ${ours} on n.oid = c.relnamespace
    where c.relkind in ('m', 'f') or c.relkind = 'v' and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
    'create view all_users as select * from users',
    'create materialized view all_users as select * from users',
  ],
  'no function runs with its owner’s rights': [
    `select p.oid::regprocedure from pg_proc p join ${ours} on n.oid = p.pronamespace where p.prosecdef`,
    'create function strong() returns int language sql security definer return 1',
  ],
  'the serving roles may run the listed functions only': [
    `select p.oid::regprocedure from pg_proc p join ${ours} on n.oid = p.pronamespace and n.nspname = 'public'
    where ((has_function_privilege('wm_app', p.oid, 'execute') and p.oid::regprocedure::text <> all(${run}))
      or (has_function_privilege('wm_reader', p.oid, 'execute') and p.oid::regprocedure::text <> 'search_norm(text)')
      or has_function_privilege('wm_backup', p.oid, 'execute')
      or (has_function_privilege('wm_platform', p.oid, 'execute') and p.oid::regprocedure::text <> all(${runByPlatform})))`,
    'grant execute on function enter to wm_platform',
    'create function leaky() returns int language sql return 1',
    'grant execute on function enter to wm_reader',
  ],
  'tables have no rules, and the listed triggers only': [
    `select relname from ${tenantTables} where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal and t.relname || ' ' || g.tgname <> all(${triggers}))
    or exists (select from pg_rewrite r where r.ev_class = t.oid)`,
    'create trigger other before update on users for each row execute function keep_edition()',
    'create trigger keep_edition before update on users for each row execute function keep_edition()',
    'create rule quiet as on delete to users do instead nothing',
  ],
  'every row is logged, except where users are, which they say again': [
    `select relname from ${tenantTables} where relpersistence <> 'p' and relname <> 'presence'`,
    'create unlogged table forgotten (tenant_id bigint)',
  ],
  'the serving roles have no special attributes': [
    `select rolname from pg_roles where rolname = any(${serving})
    and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or not rolcanlogin)`,
    'alter role wm_app bypassrls',
    'alter role wm_platform createrole',
    'alter role wm_reader bypassrls',
  ],
  'the serving roles are members of no role, and only superusers are members of them': [
    `select m.roleid::regrole || ' ' || m.member::regrole from pg_auth_members m
    where m.member::regrole::text = any(${serving}) or (m.roleid::regrole::text = any(${serving}) and not (select rolsuper from pg_roles where oid = m.member))`,
    'grant wm_owner to wm_app',
    'grant wm_platform to wm_app',
    'grant wm_reader to wm_platform',
    'grant wm_reader to wm_owner',
    'grant wm_backup to wm_platform',
    'grant pg_read_all_data to wm_reader',
  ],
  'the serving roles own nothing': [
    `select d.classid::regclass || ' ' || d.objid from pg_shdepend d join pg_roles r on r.oid = d.refobjid
    where d.deptype = 'o' and r.rolname = any(${serving}) and d.dbid in (0, (select oid from pg_database where datname = current_database()))`,
    'alter table notes owner to wm_app',
  ],
  'the serving roles may create nothing, not even for a session': [
    `select role || ' ' || nspname from ${ours} cross join unnest(${serving}) role where has_schema_privilege(role, n.oid, 'create')
    union all select role || ' ' || verb from unnest(${serving}) role cross join unnest(array['temporary', 'create']) verb where has_database_privilege(role, current_database(), verb)`,
    'grant create on schema public to wm_app',
    'grant temporary on database current to wm_app',
    'grant create on schema public to wm_reader',
  ],
  'wm_reader has read rights in read-only transactions only': [
    `select 'writes' where not exists (select from pg_db_role_setting
      where setrole = 'wm_reader'::regrole and setdatabase = 0 and 'default_transaction_read_only=on' = any(setconfig))
    union all select nspname::text from ${ours} where nspname <> 'public' and has_schema_privilege('wm_reader', n.oid, 'usage')
    union all select c.relname::text from pg_class c join ${ours} on n.oid = c.relnamespace where case c.relkind when 'S' then has_sequence_privilege('wm_reader', c.oid, 'usage, select, update') end`,
    'alter role wm_reader reset default_transaction_read_only',
    'grant usage on schema pgboss to wm_reader',
    'grant usage on sequence ids to wm_reader',
  ],
  'wm_backup reads every row of every table and sequence': [
    `select c.relname from pg_class c join ${ours} on n.oid = c.relnamespace and n.nspname = 'public'
    where case c.relkind when 'S' then not has_sequence_privilege('wm_backup', c.oid, 'select')
      else c.relkind in ('r', 'p') and (not has_table_privilege('wm_backup', c.oid, 'select') or c.relrowsecurity and not exists (
        select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and ${backup})) end`,
    'revoke select on users from wm_backup',
    'drop policy backup on users',
    `set local role wm_owner; create table new (tenant_id bigint); select protect('new', 'select'); drop policy backup on new`,
    'revoke select on sequence ids from wm_backup',
  ],
  'wm_backup writes nothing, and reads in read-only transactions': [
    `select 'writes' where not exists (select from pg_db_role_setting
      where setrole = 'wm_backup'::regrole and setdatabase = 0 and 'default_transaction_read_only=on' = any(setconfig))
    union all select c.relname::text from pg_class c join ${ours} on n.oid = c.relnamespace where case c.relkind when 'S' then has_sequence_privilege('wm_backup', c.oid, 'usage, update')
      else c.relkind in ('r', 'p') and has_table_privilege('wm_backup', c.oid, 'insert, update, delete, truncate') end`,
    'alter role wm_backup reset default_transaction_read_only',
    'grant usage on sequence ids to wm_backup',
    'grant delete on pgboss.job to wm_backup',
  ],
  'the only schemas are public, the queue’s and the roles’': [
    `select nspname from ${ours} where nspname not in ('public', 'pgboss', 'roles')`,
    'create schema other',
  ],
  'only the owner reads the roles’ passwords': [
    `select role from unnest(${serving} || '{wm_backup}') role where has_schema_privilege(role, 'roles', 'usage') or has_table_privilege(role, 'roles.passwords', 'select')`,
    'grant usage on schema roles to wm_backup',
    'grant select on roles.passwords to wm_app',
  ],
}

const t = await copyDatabase()
// Rights on a database are not copied with it. This also proves that a second migration changes nothing.
await migrate(t.ownerUrl, { rolePrefix: 'wm', queues })
afterAll(async () => await t.close())

test('every table follows the rules for tenant tables, or is one of the cross-tenant tables', async () => {
  expect(await catalogueFaults(t.owner)).toEqual([])
})
const MUTANTS = Object.entries(RULES).flatMap(([rule, [, ...mutants]]) =>
  mutants.map((ddl) => [ddl, rule] as const),
)
test.each(MUTANTS)('a migration with "%s" breaks a rule', async (ddl, rule) => {
  const { rows } = await t.owner.query<{ name: string }>('select current_database() as name')
  await t.owner.query('begin')
  try {
    await t.owner.query(ddl.replace('database current', `database ${rows[0]?.name}`))
    expect((await catalogueFaults(t.owner)).join('\n')).toContain(rule)
  } finally {
    await t.owner.query('rollback')
  }
})

async function catalogueFaults(client: pg.ClientBase): Promise<string[]> {
  const faults: string[] = []
  for (const [rule, [query]] of Object.entries(RULES)) {
    const values = query.includes('$1') ? [GLOBAL_TABLES] : []
    const { rows } = await client.query({ text: query, values, rowMode: 'array' })
    faults.push(...rows.map(([name]: unknown[]) => `${rule}: ${String(name)}`))
  }
  return faults
}
