import { expect, test } from 'vitest'
import { withToken } from '#testing/client.ts'
import { aSwitch } from '#testing/database-switch.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'
import { reportFaults } from './checks.ts'

const t = await testApp({ works: false })

const ready = async () => {
  const answer = await t.call({ host: '10.0.0.1:4003', url: '/api/ready' })
  return { code: answer.statusCode, ...answer.json<{ status: string }>() }
}
const WELL = { database: 'ok', migrations: 'ok', queue: 'ok' }

test('the server is alive and ready for any host name', async () => {
  const answer = await t.call({ host: '10.0.0.1:4003', url: '/api/health' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'alive' }])
  expect(await ready()).toEqual({ ...WELL, code: 200, status: 'ready' })
})

test('the server is not ready while a migration is missing', async () => {
  await t.sql`create table kept as select * from migrations`
  await t.sql`delete from migrations where name = (select max(name) from migrations)`
  expect(await ready()).toEqual({
    ...WELL,
    code: 503,
    status: 'not-ready',
    migrations: 'failing',
  })
  await t.sql`insert into migrations select * from kept on conflict do nothing`
  expect((await ready()).status).toBe('ready')
})

test('without the queue, which all nodes share, the server is degraded with 200', async () => {
  await t.sql`alter schema pgboss rename to elsewhere`
  expect(await ready()).toEqual({ ...WELL, code: 200, status: 'degraded', queue: 'failing' })
  await t.sql`alter schema elsewhere rename to pgboss`
  expect((await ready()).status).toBe('ready')
})

test('without the database, which all nodes share, the server is degraded with 200', async () => {
  const database = await aSwitch(t.ownerUrl)
  const node = await startTestApp({ works: false, besides: { ...t, ownerUrl: database.url } })
  database.close()
  const answer = await node.call({ host: '10.0.0.1:4003', url: '/api/ready' })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { status: 'degraded', database: 'failing', migrations: 'unknown', queue: 'failing' },
  ])
  database.open()
  await node.close()
})

const LOCAL = { host: 'localhost:4003', url: '/api/ready' }
const FINE = { database: 'ok', migrations: 'ok', queue: 'ok' }

test('a caller on this machine or with the token gets details of every part', async () => {
  const details = {
    ...FINE,
    mail: 'off',
    storage: 'ok',
    backup: 'off',
    forwarding: 'off',
    scanner: 'off',
    settings: 'ok',
    maintenance: 'off',
  }
  for (const remoteAddress of ['127.0.0.1', '127.10.11.12', '::1', '::ffff:127.10.11.12'])
    expect((await t.call({ ...LOCAL, remoteAddress })).json(), remoteAddress).toEqual({
      ...FINE,
      status: 'ready',
      details,
    })
  const token = 'a token for monitoring'
  const node = await startTestApp({ works: false, besides: t, env: { MONITORING_TOKEN: token } })
  const elsewhere = { host: '10.0.0.1', url: '/api/ready', remoteAddress: '10.9.9.9' }
  const authorised = { ...elsewhere, headers: withToken(token) }
  expect((await node.call(authorised)).json()).toMatchObject({ details })
  await node.close()
})

test.each([
  ['from another machine', { remoteAddress: '10.9.9.9' }],
  ['through a proxy on this machine', { headers: { 'x-forwarded-for': '10.9.9.9' } }],
  ['for another host', { host: 'waymark.example.org' }],
  ['with a token when none is set', { host: 'x.org', headers: withToken('') }],
])('a caller %s gets no details', async (_, call) => {
  expect((await t.call({ ...LOCAL, ...call })).json()).toEqual({ ...FINE, status: 'ready' })
})

test('a missing migration is named in the details', async () => {
  const [row] = await t.sql<{ name: string }>`select max(name) as name from migrations`
  await t.sql`create table last as select * from migrations where name = ${row?.name}`
  await t.sql`delete from migrations where name = ${row?.name}`
  const migrations = `The database needs migration ${row?.name}. Restart Waymark to update the database.`
  expect((await t.call(LOCAL)).json()).toMatchObject({ details: { ...FINE, migrations } })
  await t.sql`insert into migrations select * from last`
})

test('a wrong S3 secret, and an unreachable mail server and scanner are reported at the start', async () => {
  const store = await startS3Server({ checksSecret: true })
  const env = {
    ...store.env,
    S3_SECRET_ACCESS_KEY: 'another secret',
    SMTP_URL: 'smtp://someone:s3cret@127.0.0.1:1',
    CLAMAV_URL: 'tcp://127.0.0.1:1',
  }
  const node = await startTestApp({ works: false, besides: t, env })
  const lines: string[] = []
  await reportFaults(node.app, (line) => lines.push(line))
  expect(lines).toEqual([
    'Waymark can’t use the mail server: the connection failed (ESOCKET). Check SMTP_URL.',
    expect.stringMatching(
      /^Waymark can’t use the file store: Files can’t be written: The request signature .* does not match/,
    ),
    expect.stringMatching(/^Waymark can’t use the virus scanner: .*ECONNREFUSED/),
  ])
  expect(lines.join()).not.toContain('s3cret')
  const answer = await node.call(LOCAL)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { details: { ...FINE, mail: expect.stringContaining('Check SMTP_URL') } },
  ])
  await node.close()
  await store.close()
})

const PRODUCTION = {
  NODE_ENV: 'production',
  WAYMARK_SECRET: TEST_SECRET,
  PUBLIC_URL: 'https://localhost',
  SUPPORT_EMAIL: 'support@example.org',
}
test.each([
  [
    'what is off',
    { MAIL: 'off' },
    'Not in use: scheduled backups (BACKUP_SCHEDULE), virus checks (CLAMAV_URL), forwarding of the audit log (AUDIT_FORWARD), sending of emails (MAIL=off), the check for breached passwords (BREACHED_PASSWORDS_URL), metrics (MONITORING_TOKEN or METRICS_PORT).',
  ],
  [
    'that backups are not encrypted',
    {
      SMTP_URL: 'smtp://127.0.0.1:1',
      BACKUP_SCHEDULE: '0 2 * * *',
      BACKUP_TARGET: '/backups',
      BREACHED_PASSWORDS_URL: 'https://127.0.0.1:1',
      MONITORING_TOKEN: 'a token for monitoring',
      AUDIT_FORWARD: 'https://127.0.0.1:1',
    },
    'Not in use: encryption of backups (BACKUP_RECIPIENT), virus checks (CLAMAV_URL).',
  ],
])('the start in production says %s', async (_, env, line) => {
  const node = await startTestApp({ works: false, env: { ...PRODUCTION, ...env } })
  const lines: string[] = []
  await reportFaults(node.app, (said) => lines.push(said))
  expect(lines).toContain(line)
  await node.close()
})

test('staging and support are readable without signing in', async () => {
  const answer = await t.at('localhost').get('/sys')
  expect(answer.body).toEqual({
    is_staging: false,
    production_url: null,
    support_email: 'support@example.org',
    is_mail_off: false,
    has_outbox: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  const env = {
    STAGING: 'true',
    PRODUCTION_URL: 'https://waymark.example.org',
    SUPPORT_EMAIL: 'help@example.org',
    SMTP_URL: 'smtp://localhost',
  }
  const staging = await startTestApp({ works: false, env })
  expect((await staging.at('localhost').get('/sys')).body).toMatchObject({
    is_staging: true,
    has_outbox: false,
    production_url: env.PRODUCTION_URL,
    support_email: env.SUPPORT_EMAIL,
  })
  await staging.close()
})
