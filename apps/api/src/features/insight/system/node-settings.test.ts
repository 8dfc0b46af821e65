import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { App } from '#core/context.ts'
import { readEnv, variableNames } from '#read-env.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { OWN, findDifferences, hashesOf } from './node-settings.ts'
import { beat, watchNodes } from './nodes.ts'

const ENV = {
  AUDIT_FORWARD: 'https://logs.example.org/waymark',
  BACKUP_SCHEDULE: '0 2 * * 1,2',
  BACKUP_TARGET: '/var/backups/waymark',
  S3_BUCKET: 'waymark',
  SALESFORCE_ISSUER: 'https://login.salesforce.example',
  SALESFORCE_CLIENT_ID: 'key',
  SALESFORCE_JWKS_URL: 'https://login.salesforce.example/.well-known/jwks',
  SALESFORCE_ORGANISATIONS: '00D000000000001,00D000000000002',
  TRUSTED_PROVIDER_NETWORKS: '10.20.0.0/16,sso.example.internal',
  PRODUCTION_URL: 'https://www.example.org',
  S3_ENDPOINT: 'https://s3.example.org',
  SMTP_URL: 'smtp://localhost',
  MONITORING_TOKEN: 'a token for monitoring',
}
const t = await testApp({ works: false, env: ENV })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const lines: string[] = []
const log = { warn: (line: string) => void lines.push(line) }

/** Another node with these settings reports to the same database. */
async function aNode(env: Record<string, string>, secrets = t.app.secrets) {
  await t.sql`delete from nodes`
  await watchNodes(t.app, log)
  lines.splice(0)
  const settings = readEnv({ NODE_ENV: 'test', ...ENV, SMTP_URL: 'smtp://10.0.0.7', ...env })
  const node = { ...t.app, nodeId: randomUUID(), env: settings, secrets }
  for (const one of [node, t.app]) await beat(one)
  return node
}
const ready = async () => {
  const call = { host: 'localhost:4003', url: '/api/ready' }
  const answer = await t.call(call)
  const { details } = answer.json<{ details: { settings: string } }>()
  return [answer.statusCode, details.settings]
}

test.each([
  ['AUDIT_FORWARD', { AUDIT_FORWARD: 'https://logs.example.org/other' }],
  ['AUDIT_FORWARD', { AUDIT_FORWARD: '' }],
  ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '0 3 * * *' }],
  ['BACKUP_TARGET', { BACKUP_TARGET: 's3://bucket/backups' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: '2' }],
  ['S3_BUCKET', { S3_BUCKET: 'another' }],
  ['BASE_DOMAIN and PUBLIC_URL', { BASE_DOMAIN: 'waymark.example.org' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://localhost' }],
  ['SALESFORCE_ORGANISATIONS', { SALESFORCE_ORGANISATIONS: '00D000000000001' }],
  ['SALESFORCE_JWKS_URL', { SALESFORCE_JWKS_URL: 'https://login.salesforce.example/keys' }],
  ['AUDIT_FORWARD', { AUDIT_FORWARD: 'https://logs.example.org/waymark/' }],
  ['TRUSTED_PROVIDER_NETWORKS', { TRUSTED_PROVIDER_NETWORKS: '10.20.0.0/24' }],
  ['SALESFORCE_CLIENT_ID', { SALESFORCE_CLIENT_ID: 'another' }],
  ['CLAMAV_URL', { CLAMAV_URL: 'tcp://127.0.0.1:1' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['MAIL', { MAIL: 'off' }],
])(
  'two nodes that differ in %s say so in the log and the readiness, which stays 200',
  async (names, env) => {
    await aNode(env)
    const [status, settings] = await ready()
    expect(status).toBe(200)
    expect(settings).toMatch(
      new RegExp(
        `^The nodes \\S+:4003 and \\S+:4003 differ in ${names}\\. Give all nodes the same settings\\.$`,
      ),
    )
    await watchNodes(t.app, log)
    await watchNodes(t.app, log)
    expect(lines).toEqual([settings])
  },
)

test('the page System and the metrics show the difference', async () => {
  await aNode({ S3_BUCKET: 'another' })
  expect((await t.as(god).get('/system')).body).toMatchObject({
    checks: { settings: expect.stringContaining(' differ in S3_BUCKET.') },
  })
  const authorization = `Bearer ${ENV.MONITORING_TOKEN}`
  const { body } = await t.call({ host: 'localhost', url: '/metrics', headers: { authorization } })
  expect(body).toContain('waymark_part_ok{part="settings"} 0')
})

test.each<[string, Record<string, string>, App['secrets']?]>([
  [
    'port, log level and token for monitoring',
    { PORT: '4004', LOG_LEVEL: 'warn', MONITORING_TOKEN: '', PUBLIC_URL: 'http://localhost:4003' },
  ],
  ['address of the mail server', { SMTP_URL: 'smtp://10.0.0.8' }],
  [
    'a slash and the port at the end of the public address',
    { PUBLIC_URL: 'HTTP://localhost:4003/' },
  ],
  [
    'the spelling of addresses',
    {
      AUDIT_FORWARD: 'https://LOGS.example.org:443/waymark',
      PRODUCTION_URL: 'https://www.example.org/',
      S3_ENDPOINT: 'https://s3.example.org/',
      SALESFORCE_JWKS_URL: 'https://LOGIN.salesforce.example:443/.well-known/jwks',
    },
  ],
  [
    'the order, spaces and repetitions of lists',
    {
      SALESFORCE_ORGANISATIONS: '00D000000000002AAA , 00D000000000001,00D000000000001AAA',
      TRUSTED_PROVIDER_NETWORKS: 'SSO.example.internal, 10.20.0.0/16,,10.20.0.0/16',
    },
  ],
  [
    'the address by which a network is named',
    { TRUSTED_PROVIDER_NETWORKS: '10.20.0.5/16,sso.example.internal' },
  ],
  ['the spelling of the schedule', { BACKUP_SCHEDULE: ' 00  2 * * MON,TUE ' }],
  ['a slash after a folder', { BACKUP_TARGET: '/var/backups//waymark/' }],
  ['spaces in the sender', { MAIL_FROM: ' Waymark   <waymark@localhost>' }],
  [
    'a default that is given',
    {
      BACKUP_KEEP: '014',
      DEBUG_PAGES: 'true',
      STAGING: 'false',
      MAIL: 'on',
      SALESFORCE_JWKS_URL: '',
    },
  ],
  ['order of the secrets', {}, ['another secret of 32 characters!', TEST_SECRET]],
])('nodes may differ in %s', async (_, env, secrets) => {
  await aNode(env, secrets)
  expect(await ready()).toEqual([200, 'ok'])
})

test('a node of another version, and one that was last seen more than a minute ago, isn’t compared', async () => {
  const node = await aNode({ S3_BUCKET: 'another' })
  await t.sql`update nodes set version = '0.1.0' where id = ${node.nodeId}::uuid`
  expect(await ready()).toEqual([200, 'ok'])
  await t.sql`update nodes set version = (select max(version) from nodes), seen_at = seen_at - case when id = ${node.nodeId}::uuid then interval '61 seconds' else interval '0' end`
  expect(await ready()).toEqual([200, 'ok'])
})

test('nodes without a bucket whose folders are not the same one differ in DATA_DIR', async () => {
  const one = { ...t.app, env: readEnv({}), folderId: randomUUID() }
  await t.sql`delete from nodes`
  for (const folderId of [randomUUID(), one.folderId])
    await beat({ ...one, nodeId: randomUUID(), folderId })
  await beat(one)
  expect(await findDifferences(one)).toMatch(/^The nodes \S+ and \S+ differ in DATA_DIR\. Give/)
})

test('the port of https counts as none', () => {
  const hashesAt = (PUBLIC_URL: string) => hashesOf(readEnv({ PUBLIC_URL }), [TEST_SECRET])
  expect(hashesAt('https://localhost:443/')).toEqual(hashesAt('https://localhost'))
  expect(hashesAt('https://localhost:444')).not.toEqual(hashesAt('https://localhost'))
})

test('only hashes are stored, and every setting that isn’t one node’s own', async () => {
  await aNode({})
  const [row] = await t.sql<{ settings: Record<string, string[]> }>`
    select settings from nodes where id = ${t.app.nodeId}::uuid`
  const { settings = {} } = row ?? {}
  expect(settings).toEqual(hashesOf(t.app.env, [TEST_SECRET]))
  for (const hashes of Object.values(settings))
    expect(hashes).toEqual([expect.stringMatching(/^[\w-]{16}$/)])
  const set = variableNames.filter(
    (name) => t.app.env[name as keyof typeof t.app.env] !== undefined,
  )
  expect(Object.keys(settings).sort()).toEqual(set.filter((name) => !OWN.has(name as never)).sort())
})
