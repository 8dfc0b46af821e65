import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { RULES, catalogueFaults } from '#testing/catalogue-rules.ts'
import { copyDatabase } from '#testing/database.ts'
import { TEST_SECRET } from '#testing/names.ts'

let t: Awaited<ReturnType<typeof copyDatabase>>
beforeAll(async () => {
  t = await copyDatabase()
  // Rights on a database are not copied with it: this also shows that migrating twice changes nothing.
  await migrate(t.ownerUrl, { secret: TEST_SECRET })
})
afterAll(async () => await t.drop())

test('every table outside one short list belongs to a tenant, by key, reference, policy and grant', async () => {
  expect(await catalogueFaults(t.owner)).toEqual([])
})

// Each mutant breaks one rule; a rule that no mutant breaks could as well not be there.
const MUTANTS: Record<string, string[]> = {
  'every table has tenant_id bigint not null, without a default': [
    'create table forgotten (id bigint primary key)',
    'alter table notes alter tenant_id set default 1',
  ],
  'tenant_id refers to tenants, or to a table whose tenant_id does': [
    'alter table users drop constraint users_tenant_id_fkey',
  ],
  'every primary key begins with tenant_id': [
    'alter table mails drop constraint mails_pkey, add primary key (id, tenant_id)',
  ],
  'every index begins with tenant_id and holds plain columns': [
    'create unique index on users (email_norm)',
    'create index on users (tenant_id, lower(name))',
  ],
  'every reference to a tenant table begins with tenant_id on both sides': [
    'alter table users add unique (id); alter table notes add foreign key (updated_by) references users (id)',
  ],
  'no cross-tenant table refers to a tenant table': [
    'alter table terms add tenant_id bigint, add author bigint, add foreign key (tenant_id, author) references users',
  ],
  'every reference to a tenant table has an index that leads with its first two columns': [
    'drop index notes_of_statement',
  ],
  'row security is enabled and forced': [
    'alter table responses no force row level security',
    'alter table responses disable row level security',
  ],
  'exactly two policies: the tenant for wm_app, the platform for wm_platform, for every verb, to read and to write':
    [
      'drop policy tenant on users',
      'create policy more on users to public using (true)',
      'alter policy tenant on users to public',
      'alter policy reader on users to wm_app',
      'create policy reader on sessions for select to wm_reader using (true)',
      'create policy reader on notes to wm_reader using (true)',
      'alter policy reader on one_time_links using (true)',
    ],
  'a policy is one comparison of tenant_id with the setting: no or, no join, no function of ours': [
    'alter policy tenant on users using (true) with check (true)',
    `alter policy tenant on users using (tenant_id = 1 or current_setting('app.all', true) = 'yes')`,
  ],
  'policies of one kind are alike on every table': [
    `alter policy tenant on users using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::bigint))`,
  ],
  'tables grant select, insert, update and delete at most, and to the serving roles only': [
    'grant truncate on users to wm_app',
    'grant references on users to wm_app',
    'grant trigger on users to wm_app',
    'grant select on users to public',
    'grant update on reports to wm_reader',
    'grant select on sessions to wm_reader',
    'grant select on users to wm_reader',
  ],
  'no grants on single columns, but to wm_reader on columns without secrets': [
    'grant update (snapshot) on reports to wm_app',
    'grant select (password_hash) on users to wm_reader',
    'grant update (name) on users to wm_reader',
  ],
  'nothing that serves may change or delete what is append-only': [
    'grant update on audit_events to wm_app',
    'grant delete on reports to wm_platform',
  ],
  'the append-only tables are there': ['alter table audit_events rename to events'],
  'wm_app may not write the cross-tenant tables, but count attempts': [
    'grant update on tenants to wm_app',
  ],
  'views run with the rights of whoever asks; there are no materialised views and no foreign tables':
    [
      'create view everybody as select * from users',
      'create materialized view everybody as select * from users',
    ],
  'no function runs with its owner’s rights': [
    'create function strong() returns int language sql security definer return 1',
  ],
  'the serving roles run no function of ours but the named': [
    'grant execute on function enter to wm_platform',
    'create function leaky() returns int language sql return 1',
    'grant execute on function enter to wm_reader',
  ],
  'no rules of ours on tables, and only the named triggers': [
    'create trigger other before update on users for each row execute function keep_edition()',
    'create trigger keep_edition before update on users for each row execute function keep_edition()',
    'create rule quiet as on delete to users do instead nothing',
  ],
  'every row is logged': ['create unlogged table forgotten (tenant_id bigint)'],
  'the serving roles are weak': [
    'alter role wm_app bypassrls',
    'alter role wm_platform createrole',
    'alter role wm_reader bypassrls',
  ],
  'the serving roles belong to no role, and nobody to them but who administers': [
    'grant wm_owner to wm_app',
    'grant wm_platform to wm_app',
    'grant wm_reader to wm_platform',
    'grant wm_reader to wm_owner',
    'grant pg_read_all_data to wm_reader',
  ],
  'the serving roles own nothing': ['alter table notes owner to wm_app'],
  'nobody who serves creates anything, not even for a session': [
    'grant create on schema public to wm_app',
    'grant temporary on database current to wm_app',
    'grant create on schema public to wm_reader',
  ],
  'wm_reader has the rights to read, for transactions that only read': [
    'alter role wm_reader reset default_transaction_read_only',
    'grant usage on schema pgboss to wm_reader',
    'grant usage on sequence ids to wm_reader',
  ],
  'there is no schema but public and the queue’s': ['create schema other'],
}

test('every rule has a mutant', () => {
  expect(Object.keys(MUTANTS)).toEqual(Object.keys(RULES))
})

test.each(Object.entries(MUTANTS).flatMap(([rule, all]) => all.map((ddl) => [ddl, rule] as const)))(
  'noticed: %s',
  async (ddl, rule) => {
    const { rows } = await t.owner.query<{ name: string }>('select current_database() as name')
    await t.owner.query('begin')
    try {
      await t.owner.query(ddl.replace('database current', `database ${rows[0]?.name}`))
      expect((await catalogueFaults(t.owner)).join('\n')).toContain(rule)
    } finally {
      await t.owner.query('rollback')
    }
  },
)
