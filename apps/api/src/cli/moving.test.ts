import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withTenant } from '#db/pools.ts'
import { inEveryTenant } from '#support/every-tenant.ts'
import { aBrowser } from '#testing/browser.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'waymark-moving-'))
afterAll(() => rm(folder, { recursive: true }))
const god = t.as(
  await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] }),
)

const run = (verb: string, args: string[], at: TestApp = t) =>
  waymark(['tenant', verb, ...args], {
    DATABASE_URL: at.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    DATA_DIR: join(at.filesDir, '..'),
  })

let { tenant, user, anna, id, a, first } = await anOpenAssessment(t)
let file: string
const move = () => run('export', [tenant.domain, '--out', file, '--move'])
beforeEach(async () => {
  ;({ tenant, user, anna, id, a, first } = await anOpenAssessment(t))
  file = join(folder, `${randomUUID()}.tar.gz`)
})

const stateOf = async (at: TestApp = t) =>
  await at.sql`select status, moving_at is not null as "isMoving", removal_at <= now() as "isDue"
    from tenants where id = ${tenant.id}`
const MOVING = { status: 503, code: 'moving', headers: { 'retry-after': '5' } }

test('an organisation that moves can be read, and every change waits', async () => {
  const said = await move()
  expect(said).toContain(`To stop the move, run npm run tenant -- keep ${tenant.domain}.`)
  expect((await anna.quiz(id, a)).statements).toHaveLength(2)
  expect(await anna.save(id, choice(first, 1, 1))).toMatchObject(MOVING)
  expect(await anna.caller.patch('/user', { name: 'Ann' })).toMatchObject(MOVING)
  const visitor = aBrowser(t.call, tenant.host)
  const answer = await visitor.signIn(user.email, 'a password that is wrong')
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'moving' }])
  expect(await t.sql`select from responses where assessment_id = ${id}`).toEqual([])
})

test('neither god-admins nor commands change an organisation that moves', async () => {
  await move()
  const path = `/customers/${tenant.id}`
  const { version, status } = (await god.get(path)).body as { version: number; status: string }
  expect(status).toBe('moving')
  expect(await god.patch(path, { version, name: 'Other' })).toMatchObject(MOVING)
  expect(await god.delete(`${path}/suspension`)).toMatchObject(MOVING)
  const signOut = ['user', 'sign-out', user.email, '--tenant', tenant.domain]
  await expect(
    waymark(signOut, { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET }),
  ).rejects.toThrow('npm run tenant -- keep')
})

test('an organisation that moves answers who verifies certificates, and too many attempts', async () => {
  await move()
  const visitor = t.at(tenant.host)
  const statuses: number[] = []
  for (let turn = 0; turn < 61; turn += 1)
    statuses.push((await visitor.get('/verify/2222-2222-2222')).status)
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
  expect(statuses[60]).toBe(429)
})

test('the export waits for what was started before, and has it', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const earlier = withTenant(t.app.pools, tenant.id, async (db) => {
    started.resolve()
    await finish.promise
    await db.updateTable('users').set({ name: 'Saved late' }).where('id', '=', user.id).execute()
  })
  await started.promise
  const moved = move()
  await expect.poll(async () => (await stateOf())[0]).toMatchObject({ isMoving: true })
  finish.resolve()
  await earlier
  await moved
  const there = await testApp({ works: false })
  await run('import', [file, '--yes'], there)
  expect(await there.sql`select name from users where id = ${user.id}`).toEqual([
    { name: 'Saved late' },
  ])
  expect(await stateOf(there)).toEqual([{ status: 'suspended', isMoving: false, isDue: null }])
})

test('with --active the organisation arrives open, and what is left is deleted without an email', async () => {
  await move()
  const there = await testApp({ works: false })
  await run('import', [file, '--active', '--yes'], there)
  expect(await stateOf(there)).toEqual([{ status: 'active', isMoving: false, isDue: null }])
  expect((await there.at(tenant.host).get('/tenant')).status).toBe(200)
  await expect(run('remove', [tenant.domain])).rejects.toThrow('Use --yes instead')
  expect(await run('remove', [tenant.domain, '--yes'])).toContain('deleted here within the hour')
  expect(await stateOf()).toEqual([{ status: 'suspended', isMoving: false, isDue: true }])
  expect((await anna.caller.get('/user')).code).toBe('organisation-suspended')
  expect(await t.sql`select from mails where tenant_id = ${tenant.id}`).toEqual([])
})

test('keep ends the move, and the log of the organisation says both', async () => {
  await move()
  await expect(run('keep', [tenant.domain])).rejects.toThrow('Use --yes instead')
  expect(await run('keep', [tenant.domain, '--yes'])).toContain('Its users can save again.')
  expect((await anna.save(id, choice(first, 1, 1))).status).toBe(200)
  const events =
    await t.sql`select action from audit_events where tenant_id = ${tenant.id} and action ~ 'move_' order by id`
  expect(events.map(({ action }) => action)).toEqual([
    'organisation.move_started',
    'organisation.move_stopped',
  ])
})

test('an export that fails ends the move, and a suspended organisation needs none', async () => {
  await mkdir(file)
  await expect(move()).rejects.toThrow()
  expect(await stateOf()).toEqual([{ status: 'active', isMoving: false, isDue: null }])
  await god.post(`/customers/${tenant.id}/suspension`)
  file = join(folder, `${randomUUID()}.tar.gz`)
  await expect(move()).rejects.toThrow('Export it without --move.')
})

test('what runs for all organisations still changes one that moves', async () => {
  await move()
  const changed = await inEveryTenant(t.app.pools, (db) =>
    db.updateTable('users').set({ name: 'Swept' }).where('id', '=', user.id).executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(1n)
})

test('jobs of an organisation that moves wait', async () => {
  await move()
  await t.sql`insert into pgboss.job (name, data) values ('report', json_build_object('tenantId', ${tenant.id}::bigint, 'id', ${id}::bigint))`
  const waiting = () => t.sql`select start_after > now() as "isLater" from pgboss.job
    where data ->> 'tenantId' = ${String(tenant.id)} and state = 'created'`
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([{ isLater: true }])
  expect(await t.sql`select from reports where assessment_id = ${id}`).toEqual([])
})
