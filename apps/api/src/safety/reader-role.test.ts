import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignedInContext } from '#core/context.ts'
import { inScope } from '#db/in-scope.ts'
import { refuseStrongReader, refuseStrongRole } from '#db/role-checks.ts'
import { inAllOrganisations } from '#support/tenant-scope.ts'
import { readTenantTables } from '#testing/catalogue.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { servingUrl } from '#testing/owner.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const reader = new pg.Client(await servingUrl(t.ownerUrl, 'wm_reader'))
await reader.connect()
const { rows } = await t.owner.query(`select id from tenants where kind = 'platform'`)
const platformId = rows[0].id
afterAll(() => reader.end())

const READABLE = `assessments attachments audit_clients audit_events certifications content_sets draft_elements elements reports
  responses review_responses reviews statement_responses statements tenant_auditors terms_acceptances`

test('wm_reader reads the named tables and is denied all others', async () => {
  const answers: [name: string, denial: string | undefined][] = []
  for (const { name } of await readTenantTables(t.owner))
    answers.push([name, await denialOf(`select * from ${name} limit 1`)])
  const readable = answers.filter(([, denial]) => denial !== '42501').map(([name]) => name)
  expect(readable).toEqual(READABLE.split(/\s+/))
})

test('wm_reader reads invitations without their signatures, and no other mailed links', async () => {
  const tenant = await aTenant(t.db)
  const user = await aUser(t.db, { tenant })
  await t.sql`insert into one_time_links (tenant_id, kind, user_id, email, roles, signature_hash, expires_at) values
      (${tenant.id}, 'invite', null, 'a@x.test', '{user}', 'a', now()), (${tenant.id}, 'reset', ${user.id}, 'b@x.test', null, 'b', now())`
  const text = 'select email from one_time_links where tenant_id = $1'
  const { rows } = await reader.query(text, [tenant.id])
  expect(rows).toEqual([{ email: 'a@x.test' }])
  expect(await denialOf('select signature_hash from one_time_links')).toBe('42501')
})

test('wm_reader writes nothing, even when it makes its transaction writable', async () => {
  for (const { name } of await readTenantTables(t.owner)) {
    for (const statement of [
      `insert into ${name} default values`,
      `update ${name} set tenant_id = tenant_id`,
      `delete from ${name}`,
      `truncate ${name}`,
      `select tenant_id from ${name} for update`,
    ]) {
      const denial = await denialOf(`set transaction read write; ${statement}`)
      expect([statement, denial]).toEqual([statement, '42501'])
    }
  }
  expect(await denialOf('create temp table mine ()')).toBe('25006')
})

// Roles belong to the whole server, which other tests use, so these have their own names.
describe('a role is refused at the start', () => {
  const role = `reader_${randomUUID().replaceAll('-', '')}`
  const group = `${role}_group`
  beforeEach(async () => {
    await t.owner.query(`create role ${role} login password 'x'; create role ${group};
      alter role ${role} set default_transaction_read_only = on;
      grant usage on schema public to ${role}`)
  })
  afterEach(() => t.owner.query(`drop owned by ${role}, ${group}; drop role ${role}, ${group}`))

  async function refusalOf(refuse: (pool: pg.Pool) => Promise<void>) {
    const url = new URL(t.ownerUrl)
    url.username = role
    url.password = 'x'
    const pool = new pg.Pool({ connectionString: url.href, max: 1 })
    try {
      return await refuse(pool).catch((error: unknown) => String(error))
    } finally {
      await pool.end()
    }
  }

  test.each([
    ['it may insert', `grant insert on audit_events to ${role}`],
    ['it may update one column', `grant update (name) on users to ${role}`],
    ['its transactions may write', `alter role ${role} reset default_transaction_read_only`],
    ['it is a member of a role', `grant ${group} to ${role}`],
    ['it may create tables', `grant create on schema public to ${role}`],
    ['it bypasses row-level security', `alter role ${role} bypassrls`],
    ['everyone may read a table', 'create policy open on notes to public using (true)'],
  ])('as the reader, when %s', async (_, statement) => {
    await t.owner.query(`create policy more on notes for select to ${role} using (true)`)
    expect(await refusalOf(refuseStrongReader)).toBeUndefined()
    await t.owner.query(statement)
    expect(await refusalOf(refuseStrongReader)).toMatch(
      /^StartError: .* Waymark can’t use this role\./,
    )
    await t.owner.query('drop policy if exists open on notes')
  })

  test.each([
    ['it has a policy that is true', `create policy more on notes to ${role} using (true)`],
    [
      'it inherits one',
      `create policy more on notes to ${group} using (true); grant ${group} to ${role}`,
    ],
    ['it is a member of the reader', `grant wm_reader to ${role}`],
    ['everyone may read a table', 'create policy open on notes to public using (true)'],
  ])('as any other, when %s', async (_, statement) => {
    expect(await refusalOf(refuseStrongRole)).toBeUndefined()
    await t.owner.query(statement)
    expect(await refusalOf(refuseStrongRole)).toContain('can bypass row-level security')
    await t.owner.query('drop policy if exists open on notes')
  })
})

test('a god-admin at the admin host reads all organisations except the platform', async () => {
  const [one, other] = [await aTenant(t.db), await aTenant(t.db)]
  for (const tenant of [one, other]) await aUser(t.db, { tenant })
  await t.sql`insert into users (tenant_id, email, name) values (${platformId}, 'god@x.test', 'God')`
  const seen = await inAllOrganisations(contextOf('platform', 'god-admin'), (db, scope) =>
    db
      .selectFrom('users as u')
      .select('u.tenant_id')
      .where(inScope('u.tenant_id', scope))
      .execute(),
  )
  const ids = seen.map((row) => row.tenant_id)
  expect(ids).toEqual(expect.arrayContaining([one.id, other.id]))
  expect(ids).not.toContain(platformId)
})

test('a god-admin can’t write as the reader', async () => {
  const work = inAllOrganisations(contextOf('platform', 'god-admin'), (db) =>
    db.updateTable('tenants').set({ name: 'Changed' }).execute(),
  )
  await expect(work).rejects.toThrow(/permission denied|read-only/)
})

test.each([
  ['platform', 'auditor'],
  ['platform', 'admin'],
  ['organisation', 'admin'],
  ['organisation', 'auditor'],
  ['organisation', 'user'],
  ['organisation', 'god-admin'],
  ['public', 'god-admin'],
] as const)('at a host of kind %s, the role %s is refused', async (kind, role) => {
  let isRun = false
  const work = inAllOrganisations(contextOf(kind, role), async () => (isRun = true))
  await expect(work).rejects.toMatchObject({ code: 'forbidden' })
  expect(isRun).toBe(false)
})

function contextOf(
  kind: SignedInContext['tenant']['kind'],
  role: SignedInContext['actor']['roles'][number],
) {
  const [tenant, actor] = [{ id: platformId, kind }, { roles: [role] }]
  return { app: t.app, tenant, actor } as SignedInContext
}

/** The error code of a statement, which is rolled back, or undefined. */
async function denialOf(statement: string): Promise<string | undefined> {
  await reader.query('begin')
  try {
    await reader.query(statement)
    return undefined
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : String(error)
  } finally {
    await reader.query('rollback')
  }
}
