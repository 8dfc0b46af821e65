import type { LastDownload } from 'contract/downloads'
import readExcelFile from 'read-excel-file/web-worker'
import { expect, test, vi } from 'vitest'
import { sweepFiles } from '#features/assessments/attachments/sweep-files.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { partsOf } from '#testing/archive.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { openLink } from '#testing/attached.ts'
import { type Client, withToken } from '#testing/client.ts'
import { demoUser } from '#testing/demo-user.ts'
import { aSession, aTenant, aUser } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { removeOldFiles } from '#support/create-file.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()
await loadDemo(t.app)
const user = await demoUser(t.db, 'resilience.lead@example.org')
const admin = await demoUser(t.db, 'northfield.admin@example.org')
await anAuthenticator(t, user)
await t.sql`insert into statement_marks (tenant_id, assessment_id, statement_key, user_id)
  select a.tenant_id, a.id, s.key, a.user_id from assessments a
  join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
  where a.user_id = ${user.id} order by a.id, s.id limit 2`
await t.sql`insert into due_dates select distinct tenant_id, family_id, 2026, 'self_assessment', '2026-12-12'::date
  from content_sets where tenant_id = ${admin.tenantId}`
await t.sql`insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by)
  select tenant_id, p.id, 'prompted', family_id, 2026, 'self_assessment', ${admin.id}
  from content_sets, unnest(${[user.id, admin.id]}::bigint[]) p(id) where tenant_id = ${admin.tenantId} limit 2`
await t.sql`insert into assessment_visits (tenant_id, assessment_id, user_id)
  select tenant_id, min(id), user_id from assessments where user_id = ${user.id} group by tenant_id, user_id`
await aSession(t.db, user)
await t.sql`update sessions set address = '203.0.113.7' where user_id = ${user.id}`
const [god] = await t.sql<{ id: number }>`
  with god as (select id from users where 'god-admin' = any(roles) limit 1),
    event as (insert into audit_events (tenant_id, action, actor_id)
      select ${admin.tenantId}::bigint, 'tenant.changed', id from god, generate_series(1, 1001) returning tenant_id, id, actor_id)
  insert into audit_clients (tenant_id, event_id, user_id, address, browser)
  select tenant_id, id, actor_id, '203.0.113.99', 'Chrome on Linux' from event returning user_id as id`
const [own, whole] = ['/user/download', '/organisation/download']

async function last(caller: Client, path: string) {
  return ((await caller.get(path)).body as LastDownload).download
}

/** Requests the file, waits for it and downloads its parts by path. */
async function downloaded(caller: Client, path: string) {
  expect((await caller.post(path)).body).toMatchObject({ download: { status: 'making' } })
  const isReady = async () => expect((await last(caller, path))?.status).toBe('ready')
  await vi.waitFor(isReady, { timeout: 30_000, interval: 100 })
  const { href, id } = await linked(caller, path)
  const answer = await opened(href)
  expect(answer.statusCode).toBe(200)
  return { answer, id, href, parts: await partsOf(answer.rawPayload) }
}

/** The link to the file that is ready. */
async function linked(caller: Client, path: string) {
  const id = (await last(caller, path))?.id ?? 0
  const { body } = await caller.post(`${path}/${id}/link`)
  return { id, href: (body as { path: string }).path }
}

async function opened(href: string, { host = admin.host, headers = {} } = {}) {
  return await openLink(t, host, href, headers)
}

type Parts = Awaited<ReturnType<typeof downloaded>>['parts']
const jsonOf = (parts: Parts, name: string) =>
  JSON.parse(String(parts[`json/${name}.json`])) as Record<string, unknown>[]

const everything = await downloaded(t.as(admin), whole)
const mine = await downloaded(t.as(user), own)

test('an admin downloads everything of the organisation as JSON and workbooks, with a README', async () => {
  const { parts, answer } = everything
  expect(answer.headers['content-disposition']).toMatch(
    /filename="northfield-everything-[\d-]+\.zip"/,
  )
  const counts =
    await t.sql`select 'people' as name, count(*) from users where tenant_id = ${admin.tenantId}
    union all select 'assessments', count(*) from assessments where tenant_id = ${admin.tenantId}
    union all select 'answers', count(*) from responses where tenant_id = ${admin.tenantId}
    union all select 'answer-history', count(*) from response_events where tenant_id = ${admin.tenantId}
    union all select 'marks', count(*) from statement_marks where tenant_id = ${admin.tenantId}
    union all select 'visits', count(*) from assessment_visits where tenant_id = ${admin.tenantId}
    union all select 'due-dates', count(*) from due_dates where tenant_id = ${admin.tenantId}
    union all select 'reminders', count(*) from notifications where tenant_id = ${admin.tenantId}
    union all select 'notes', count(*) from notes where tenant_id = ${admin.tenantId}
    union all select 'reports', count(*) from reports where tenant_id = ${admin.tenantId}
    union all select 'certificates', count(*) from certifications where tenant_id = ${admin.tenantId}
    union all select 'files', count(*) from attachments where tenant_id = ${admin.tenantId} and status = 'clean'`
  for (const { name, count } of counts) {
    expect(jsonOf(parts, String(name)), String(name)).toHaveLength(Number(count))
    const [sheet] = await readExcelFile(Uint8Array.from(parts[`xlsx/${name}.xlsx`] ?? []).buffer)
    expect((sheet as unknown as { data: unknown[] }).data, String(name)).toHaveLength(
      Number(count) + 1,
    )
  }
  for (const name of Object.keys(parts).filter((path) => path.startsWith('json/')))
    expect(String(parts['README.txt'])).toContain(`\n${name.slice(5, -5)}: `)
  expect(jsonOf(parts, 'due-dates')[0]).toMatchObject({ due_on: '2026-12-12' })
  expect(jsonOf(parts, 'reminders').at(-1)).toMatchObject({ sent_by: 'Northfield Admin' })
})

test('its audit log has the address and browser of each event, but not the address of a user of the platform', () => {
  const log = jsonOf(everything.parts, 'audit-log')
  const requested = log.find(({ action }) => action === 'organisation_data.requested')
  expect(requested).toMatchObject({ actor_id: admin.id, address: '127.0.0.1' })
  const byGod = log.filter(({ actor_id }) => actor_id === god?.id)
  // More than are read in one batch.
  expect(byGod).toHaveLength(1001)
  for (const { address, browser } of byGod) expect([address, browser]).toEqual([null, null])
})

test('every change of an answer is in it', () => {
  const changes = jsonOf(everything.parts, 'answer-history').filter(
    ({ email }) => email === user.email,
  )
  const answers = jsonOf(everything.parts, 'answers').filter(({ email }) => email === user.email)
  const last = new Map(
    changes.map(({ assessment_id, reference, state, after }) => [
      [assessment_id, reference, state].join(' '),
      after,
    ]),
  )
  for (const { assessment_id, reference, state, response } of answers)
    expect(last.get([assessment_id, reference, state].join(' '))).toBe(response)
})

test('reports and attached files are in it, byte for byte', async () => {
  const { parts } = everything
  const rows = await t.sql<{ path: string; sha256: string }>`
    select 'reports/' || id || '.json' as path, encode(sha256(convert_to(snapshot, 'utf8')), 'hex') as sha256 from reports where tenant_id = ${admin.tenantId}
    union all select format('files/%s/%s-%s', assessment_id, id, name), encode(sha256, 'hex') from attachments
      where tenant_id = ${admin.tenantId} and status = 'clean'`
  const digests = await Promise.all(rows.map(async ({ path }) => await sha256(parts[path])))
  expect(rows.filter(({ path }) => path.startsWith('files/'))).not.toEqual([])
  expect(digests).toEqual(rows.map(({ sha256 }) => sha256))
  const sets = new Map(jsonOf(parts, 'assessments').map((one) => [one['id'], one['content_set']]))
  for (const report of jsonOf(parts, 'reports'))
    expect(report['title']).toBe(sets.get(report['assessment_id']))
})

async function sha256(bytes: Uint8Array | undefined) {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes ?? []))
  return Buffer.from(digest).toString('hex')
}

test('it has no passwords, no secrets and nothing of another organisation', async () => {
  const text = Object.values(everything.parts).map(String).join('\n')
  const secrets = await t.sql<{
    text: string
  }>`select password_hash as text from users where password_hash is not null
    union all select encode(secret, 'hex') from authenticators union all select encode(code_hash, 'hex') from recovery_codes
    union all select email from users where tenant_id <> ${admin.tenantId} and roles <> '{auditor}'`
  expect(secrets.length).toBeGreaterThan(5)
  expect(secrets.filter((secret) => text.includes(secret.text))).toEqual([])
})

test('users download their own data and no one else’s', async () => {
  const { parts } = mine
  const paths = Object.keys(parts).filter((path) => path.startsWith('json/'))
  expect(paths).toContain('json/sessions.json')
  expect(paths).not.toContain('json/audit-log.json')
  expect(['marks', 'reminders'].map((name) => jsonOf(parts, name).length)).toEqual([2, 2])
  const [profile = {}] = jsonOf(parts, 'profile')
  const columns = await t.sql`select column_name as name from information_schema.columns
    where table_name = 'users' and table_schema = 'public' order by column_name::text`
  // Without secrets, copies for searching, and what is about the row.
  const missing = columns.map(({ name }) => name).filter((name) => !(name in profile))
  expect(missing).toEqual(['email_norm', 'name_norm', 'password_hash', 'tenant_id', 'version'])
  expect(profile).toMatchObject({ email: user.email })
  expect(jsonOf(parts, 'answers').length).toBeGreaterThan(50)
  expect(jsonOf(parts, 'sessions').map(({ address }) => address)).toContain('203.0.113.7')
  for (const path of paths)
    for (const row of JSON.parse(String(parts[path])) as Record<string, unknown>[])
      expect([user.email, undefined], path).toContain(row.email)
  const text = Object.values(parts).map(String).join('\n')
  const others = await t.sql<{ email: string }>`select email from users where id <> ${user.id}`
  expect(others.filter(({ email }) => text.includes(email))).toEqual([])
})

test('the file belongs to the user who requested it', async () => {
  const colleague = await aUser(t.db, {
    tenant: { id: admin.tenantId, domain: 'northfield', host: admin.host },
    roles: ['admin'],
  })
  expect(await last(t.as(colleague), whole)).toBeNull()
  const link = `${whole}/${everything.id}/link`
  expect((await t.as(colleague).post(link)).status).toBe(404)
  expect((await t.as(user).post(link)).status).toBe(403)
  expect((await t.as(user).get(whole)).status).toBe(403)
})

test('a link opens its file only, at its host only', async () => {
  const other = await aTenant(t.db)
  const [path = '', token = ''] = everything.href.split('?')
  const refused = [
    await opened(path),
    await opened(`${path}?token=${await t.app.tokens.sign(await claims())}`),
    await opened(`${path.replace(String(everything.id), String(mine.id))}?${token}`),
    await opened(`${own}/${mine.id}/file?${token}`),
    await opened(everything.href, { host: other.host }),
    await t.call({ host: admin.host, url: '/api/user', headers: withToken(token.slice(6)) }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(401))
  const replaced = await t.app.tokens.signLink(await claims(), `/api${whole}/1/file`)
  expect((await opened(`${whole}/1/file?token=${replaced}`)).statusCode).toBe(404)
})

async function claims() {
  return { userId: admin.id, tenantId: admin.tenantId, sessionId: await aSession(t.db, admin) }
}

test('an interrupted download continues where it stopped, unless the file is another', async () => {
  const { answer, href } = everything
  const etag = String(answer.headers.etag)
  const rest = (ifRange: string) =>
    opened(href, { headers: { range: 'bytes=1000-', 'if-range': ifRange } })
  const { statusCode, headers, rawPayload } = await rest(etag)
  const size = answer.rawPayload.length
  expect([statusCode, headers['content-range']]).toEqual([206, `bytes 1000-${size - 1}/${size}`])
  expect(rawPayload.equals(answer.rawPayload.subarray(1000))).toBe(true)
  expect((await rest('"another"')).rawPayload).toHaveLength(size)
})

test('requests and downloads are in the audit log, and a mail says when the file is ready', async () => {
  const actions = (
    await t.sql`select action from audit_events where actor_id = ${user.id} and action like 'own_data.%' order by id`
  ).map(({ action }) => action)
  expect(actions).toEqual(['own_data.requested', 'own_data.downloaded'])
  const [mail] = await mailsTo(t, user.email)
  expect(mail?.subject).toContain('Your data is ready to download')
  expect(mail?.text).toContain('/settings#download')
})

test('requesting and downloading need a recent sign-in', async () => {
  const old = t.as(user, { minutesAgo: 11 })
  for (const answer of [await old.post(own), await old.post(`${own}/${mine.id}/link`)])
    expect(answer.code).toBe('proof-needed')
})

test('while a file is being prepared, no other starts, and each replaces the one before', async () => {
  const idle = await demoUser(t.db, 'northfield.admin@example.org')
  const before = await t.sql`select file_id as id from generated_files where user_id = ${idle.id}`
  await t.as(idle).post(whole)
  await t.sql`update generated_files set status = 'making', bytes = null where user_id = ${idle.id}`
  const [first] = await t.sql`select id from generated_files where user_id = ${idle.id}`
  await t.as(idle).post(whole)
  expect(await t.sql`select id from generated_files where user_id = ${idle.id}`).toEqual([first])
  await sweepFiles(t.app)
  const emptied = await t.sql`select id from stored_files where emptied_at is not null`
  expect(emptied).toContainEqual(before[0])
})

test('more than five requests in an hour are refused', async () => {
  const eager = await aUser(t.db, {
    tenant: { id: admin.tenantId, domain: 'northfield', host: admin.host },
  })
  for (let count = 0; count < 5; count += 1) {
    expect((await t.as(eager).post(own)).status).toBe(200)
    await t.sql`update generated_files set status = 'failed', bytes = null where user_id = ${eager.id}`
  }
  expect((await t.as(eager).post(own)).status).toBe(429)
  expect(await last(t.as(eager), own)).toMatchObject({ status: 'failed' })
})

test('a file that the store has lost is named in the README, at its row and in the answer', async () => {
  const colleague = await aUser(t.db, {
    tenant: { id: admin.tenantId, domain: 'northfield', host: admin.host },
    roles: ['admin'],
  })
  const [lost] = await t.sql<{ id: number; name: string; path: string; key: string }>`
    select id, name, format('files/%s/%s-%s', assessment_id, id, name) as path,
      concat_ws('/', tenant_id, file_id, pieces[1]) as key
    from attachments where tenant_id = ${admin.tenantId} and status = 'clean' order by id limit 1`
  const { id = 0, name = '', path = '', key = '' } = lost ?? {}
  await t.app.adapters.files.remove(key)
  const { parts } = await downloaded(t.as(colleague), whole)
  expect(Object.keys(parts)).not.toContain(path)
  expect(String(parts['README.txt'])).toContain(`1 file could not be found`)
  expect(String(parts['README.txt'])).toContain(`\n- ${name} (ID ${id})`)
  const rows = jsonOf(parts, 'files')
  expect(rows.filter(({ is_missing }) => is_missing)).toMatchObject([{ id, path: null }])
  expect(await last(t.as(colleague), whole)).toMatchObject({ missing_files: 1 })
  expect((await mailsTo(t, colleague.email))[0]?.text).toContain('1 file could not be found')
})

test('the file is removed after 7 days', async () => {
  const { expires_at } = (await last(t.as(user), own)) ?? {}
  t.clock.now = () => new Date(Date.parse(expires_at ?? '') + 3_600_000)
  expect(await last(t.as(user, {}), own)).toBeNull()
  await removeOldFiles(t.app)
  expect(await t.sql`select from generated_files`).toEqual([])
  await sweepFiles(t.app)
  expect(
    await t.sql`select from stored_files f where emptied_at is null and not exists (select from attachments a where a.file_id = f.id)`,
  ).toEqual([])
})
