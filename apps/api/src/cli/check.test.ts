import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { selfSigned } from 'e2e/idp/self-signed'
import { afterAll, expect, test } from 'vitest'
import { beat } from '#features/insight/system/nodes.ts'
import { aConnection, aTenant } from '#testing/factories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { aSamlConnection } from '#testing/sso.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { trustedCertificate } from '#testing/trusted-certificate.ts'
import { waymark } from './waymark.ts'

const mail = await startMailServer()
const proxy = createServer(trustedCertificate())
proxy.on('tlsClientError', () => {})
proxy.listen(0, 'localhost')
await once(proxy, 'listening')
const { port } = proxy.address() as AddressInfo
afterAll(async () => {
  proxy.close()
  await mail.close()
})

const t = await testApp({ works: false })
const variables = {
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(t.filesDir, '..'),
  SMTP_URL: mail.url,
}
const check = async (line: string, more: NodeJS.ProcessEnv = {}) =>
  String(await waymark(['check', ...line.split(' ').filter(Boolean)], { ...variables, ...more }))
/** Of a check that fails, the lines of the parts at fault. */
const faultsOf = async (more: NodeJS.ProcessEnv) => {
  const error: unknown = await check('', more).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'Failed' })
  return (error as Error).message.split('\n').filter((line) => / {2}failing {2}/.test(line))
}

test('check shows each part, and sends a test email', async () => {
  await beat(t.app)
  const rows = (await check('--json --mail-to ops@example.org'))
    .split('\n')
    .map((line) => JSON.parse(line) as { part: string; state: string; detail: string })
  expect(Object.fromEntries(rows.map(({ part, state }) => [part, state]))).toEqual({
    settings: 'ok',
    database: 'ok',
    migrations: 'ok',
    queue: 'ok',
    mail: 'ok',
    storage: 'ok',
    backup: 'off',
    forwarding: 'off',
    scanner: 'off',
    'settings of nodes': 'ok',
    nodes: 'ok',
    'test email': 'ok',
    'disk of data': 'ok',
    certificate: 'off',
  })
  expect(rows.find(({ part }) => part === 'test email')?.detail).toMatch(
    /^accepted for ops@example\.org: 250 /,
  )
  expect(mail.accepted.map(({ subject }) => subject)).toEqual(['Test email from Waymark'])
})

test('check fails with the reason for each part that can’t be used', async () => {
  const tenant = await aTenant(t.db, { domain: 'acme' })
  await aConnection(t.db, tenant, { domain: 'acme.example' })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = { entityId: 'http://127.0.0.1:9', entryPoint: 'http://127.0.0.1:9' }
  const certificate = selfSigned(privateKey, 'EC')
  await aSamlConnection(t.db, { ...provider, certificate }, { tenant, domain: 'saml.example' })
  await t.sql`insert into nodes (id, name, version) values (gen_random_uuid(), 'old:4003', '0.1.0')`
  const faults = await faultsOf({ CLAMAV_URL: 'tcp://127.0.0.1:1', SMTP_HOST: 'mail' })
  expect(faults).toEqual([
    expect.stringMatching(/^settings +failing {2}SMTP_HOST is not a setting\. Did you mean/),
    expect.stringMatching(/^scanner +failing {2}\S+ refused the connection \(ECONNREFUSED\)/),
    expect.stringMatching(
      /^nodes +failing {2}The nodes have different versions: .*old:4003 \(0\.1/,
    ),
    expect.stringMatching(/^provider of acme\.example at acme +failing {2}The provider /),
    expect.stringMatching(
      /^provider of saml\.example at acme +failing .* key of the type EC, which Waymark doesn’t accept\. Set/,
    ),
  ])
  await t.sql`delete from nodes`
  await t.sql`delete from sso_connections`
})

test('check names the day on which the certificate in front expires', async () => {
  const faults = await faultsOf({ PUBLIC_URL: `https://localhost:${port}` })
  expect(faults).toEqual([
    expect.stringContaining('No node is running.'),
    expect.stringMatching(/^certificate +failing {2}admin\.localhost: /),
  ])
  await expect(check('', { PUBLIC_URL: `https://localhost:${port}` })).rejects.toThrow(
    /^certificate +ok +localhost: valid until \d{4}-\d\d-\d\d \(\d+ days\)$/m,
  )
})

test('check doesn’t trust a certificate that no known authority signed', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const own = createServer({ key, cert: selfSigned(privateKey, 'localhost') })
  own.on('tlsClientError', () => {})
  own.listen(0, 'localhost')
  await once(own, 'listening')
  const faults = await faultsOf({
    PUBLIC_URL: `https://localhost:${(own.address() as AddressInfo).port}`,
  })
  own.close()
  expect(faults).toContainEqual(
    expect.stringMatching(/^certificate +failing {2}localhost: no known authority .*NODE_EXTRA_CA/),
  )
})

test('check without valid settings or a database names the reason', async () => {
  expect(await faultsOf({ PORT: 'abc' })).toEqual([expect.stringMatching(/^settings +failing/)])
  const [fault] = await faultsOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/waymark' })
  expect(fault).toMatch(/^database +failing {2}Waymark can’t reach the database\./)
})
