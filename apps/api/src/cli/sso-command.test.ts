import { X509Certificate, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOidcProvider } from 'e2e/idp/oidc-provider'
import { startSamlProvider } from 'e2e/idp/saml-provider'
import { selfSigned } from 'e2e/idp/self-signed'
import { afterAll, expect, test } from 'vitest'
import { type TestTenant, aTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import {
  SSO_SUCCESS,
  aSamlConnection,
  aSamlVisitor,
  allowSso,
  anOpenidVisitor,
  originAt,
  ssoFailure,
} from '#testing/sso.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-sso-'))
const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
const works = await aTenant(t.db, { domain: 'works', name: 'Harbour Works' })
const quay = await aTenant(t.db, { domain: 'quay' })
const openid = await startOidcProvider({ origins: [originAt(works)] })
const saml = await startSamlProvider({ origins: [originAt(works), originAt(quay)] })
afterAll(async () => {
  await openid.stop()
  await saml.stop()
  await rm(folder, { recursive: true })
})

const OPENID = () => `--issuer ${openid.issuer} --client-id waymark-server`
const run = (line: string, more: NodeJS.ProcessEnv = {}) =>
  waymark(['sso', ...line.replace(/^add/, 'add --name Local').split(' ')], {
    ...variables,
    ...more,
  })
async function detailsOf({ id }: TestTenant, action: string) {
  const rows = await t.sql<{ details: object }>`
    select details from audit_events where tenant_id = ${id} and action = ${action} order by id`
  return rows.map(({ details }) => details)
}

test('adding a SAML connection prints what its provider needs, and users sign in', async () => {
  const certificate = join(folder, 'idp.pem')
  await writeFile(certificate, saml.certificate)
  const said = await run(
    `add harbour-saml.example --tenant works --creates-users --issuer ${saml.entityId} --entry-point ${saml.entryPoint} --certificate ${certificate}`,
  )
  expect(String(said).split('\n')).toEqual([
    'Connected harbour-saml.example to Harbour Works.',
    'Entity ID (also the audience): http://works.localhost:4003/auth/sso/harbour-saml.example',
    'Assertion consumer service: http://works.localhost:4003/api/auth/sso/acs',
  ])
  const visitor = aSamlVisitor(t.call, works)
  expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
})

test('an OpenID connection is added once for a domain, beside passwords, and recorded', async () => {
  const line = `add Harbour.example --tenant works ${OPENID()}`
  expect(String(await run(line)).split('\n')).toEqual([
    'Connected harbour.example to Harbour Works.',
    'Redirect address: http://works.localhost:4003/api/auth/sso/harbour.example/callback',
  ])
  expect((await t.app.hosts(works.host, { isFresh: true }))?.signInMode).toBe('combined')
  const provider = await anOpenidVisitor(t, works).open(
    `${originAt(works)}/api/auth/sso/harbour.example/start`,
  )
  expect(provider.origin).toBe(openid.issuer)
  await expect(run(line)).rejects.toThrow('There is already a connection for harbour.example.')
  expect(await detailsOf(works, 'sso.created')).toContainEqual({
    domain: 'harbour.example',
    kind: 'oidc',
    issuer: openid.issuer,
  })
})

test('required contexts are set when a connection is added, and changed later', async () => {
  const read = () =>
    t.db
      .selectFrom('sso_connections')
      .select(['has_own_address', 'required_contexts'])
      .where('domain', '=', 'strong.example')
      .executeTakeFirst()
  await run(`add strong.example --tenant works --context phr ${OPENID()}`)
  expect(await read()).toEqual({ has_own_address: true, required_contexts: ['phr'] })
  const change = 'change strong.example --tenant works'
  expect(String(await run(`${change} --context phr --context phrh`)).split('\n')).toEqual([
    'Changed the connection for strong.example at Harbour Works.',
    'Redirect address: http://works.localhost:4003/api/auth/sso/strong.example/callback',
    'Required sign-in methods: phr, phrh',
  ])
  expect((await read())?.required_contexts).toEqual(['phr', 'phrh'])
  expect(await run(`${change} --any-context`)).toContain('Required sign-in methods: none')
  expect((await read())?.required_contexts).toEqual([])
  expect(await detailsOf(works, 'sso.changed')).toHaveLength(2)
})

test('an older connection gets its own address with --own-address', async () => {
  await run(`add older.example --tenant works ${OPENID()}`)
  await t.owner.query(
    `update sso_connections set has_own_address = false where domain = 'older.example'`,
  )
  const change = 'change older.example --tenant works'
  expect(await run(`${change} --context phr`)).toContain('4003/api/auth/sso/callback')
  expect(await run(`${change} --own-address`)).toContain('/api/auth/sso/older.example/callback')
})

test('during a key change two certificates are accepted, and later only the new one', async () => {
  await allowSso(t.db, quay)
  await aSamlConnection(t.db, saml, { tenant: quay })
  const [old, next, both] = ['old.pem', 'next.pem', 'both.pem'].map((name) => join(folder, name))
  const coming = selfSigned(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'next')
  await writeFile(`${old}`, saml.certificate)
  await writeFile(`${next}`, `issuer=next\r\n${coming.replaceAll('\n', '\r\n')}`)
  await writeFile(`${both}`, `${coming}${saml.certificate}`)
  const signIn = async () => {
    const visitor = aSamlVisitor(t.call, quay)
    return await visitor.finish(await visitor.ask())
  }
  const change = 'change harbour-saml.example --tenant quay'
  const ofNext = new X509Certificate(coming).fingerprint256
  const ofOld = new X509Certificate(saml.certificate).fingerprint256

  const said = await run(`${change} --certificate ${old} --certificate ${next}`)
  expect(said).toMatch(
    new RegExp(`Certificate valid until .*: ${ofOld}\nCertificate valid until .*: ${ofNext}`),
  )
  expect(await signIn()).toBe(SSO_SUCCESS)
  await run(`${change} --certificate ${next}`)
  expect(await signIn()).toBe(ssoFailure('misconfigured'))
  await run(`${change} --certificate ${both}`)
  expect(await signIn()).toBe(SSO_SUCCESS)
  const changes = [`${ofOld} ${ofNext}`, ofNext, `${ofNext} ${ofOld}`]
  expect(await detailsOf(quay, 'sso.changed')).toMatchObject(
    changes.map((certificates) => ({ certificates })),
  )
})

test('a faulty certificate file is refused by name, and the certificate stays', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const secret = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const file = join(folder, 'faulty.pem')
  const good = saml.certificate
  const faulty = [
    '',
    'no PEM at all',
    secret,
    publicKey.export({ type: 'spki', format: 'pem' }),
    `${good}${secret}`,
    `${good}${good.slice(0, 300)}`,
    good.replace('MII', 'AAA'),
  ]
  await run(`add faulty.example --tenant works ${OPENID()}`)
  const before = await certificates()
  for (const text of faulty) {
    await writeFile(file, text)
    for (const verb of ['add new.example', 'change harbour-saml.example'])
      await expect(run(`${verb} --tenant works --certificate ${file}`)).rejects.toThrow(
        `Waymark can’t use the file ${file}. A certificate is incomplete, damaged or not in PEM format. Enter complete certificates in PEM format only.`,
      )
  }
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  await writeFile(file, selfSigned(ec, 'EC'))
  await expect(
    run(`change harbour-saml.example --tenant works --certificate ${file}`),
  ).rejects.toThrow(
    `Waymark can’t use the file ${file}. A certificate has a key of the type EC, which Waymark doesn’t accept.`,
  )
  await writeFile(file, good)
  await expect(run(`change faulty.example --tenant works --certificate ${file}`)).rejects.toThrow(
    'The connection for faulty.example doesn’t use SAML',
  )
  expect(await certificates()).toEqual(before)
})

test.each([
  ['nothing to change', 'change strong.example --tenant works', /nothing to change/],
  [
    'two contradicting options',
    'change strong.example --tenant works --context a --any-context',
    /together/,
  ],
  ['an invalid context', 'change strong.example --tenant works --context é', /contexts/],
  ['no connection', 'change none.example --tenant works --own-address', /none.example/],
  ['no organisation', 'change strong.example --own-address', /--tenant <LABEL>/],
])('a change with %s is refused', async (_, line, words) => {
  await expect(run(line)).rejects.toThrow(words)
})

test('the platform can’t have a connection', async () => {
  for (const line of ['--tenant admin', '--tenant works --people-of admin'])
    await expect(run(`add x.example ${line} ${OPENID()}`)).rejects.toThrow('password sign-in only')
})

test.each([
  ['no verb', '', /Usage: npm run sso --/],
  ['no organisation', 'add x.example', /--tenant <LABEL>/],
  ['an unknown organisation', 'add x.example --tenant nowhere', /nowhere/],
  ['no domain', 'add --tenant works', /DOMAIN/],
  ['an invalid domain', 'add example --tenant works', /domain/],
  [
    'an entry point without a certificate',
    'add x.example --tenant works --entry-point https://idp.example.org/sso',
    /certificate/,
  ],
  [
    'a missing certificate file',
    'add x.example --tenant works --certificate /nowhere.pem',
    /nowhere.pem/,
  ],
])('an addition with %s is refused', async (_, line, words) => {
  const before = await connections()
  await expect(run(`${line} ${OPENID()}`.trim())).rejects.toThrow(words)
  expect(await connections()).toBe(before)
})

test('in production a provider without TLS or at a private address is refused', async () => {
  const production = {
    NODE_ENV: 'production',
    MAIL: 'off',
    BASE_DOMAIN: 'example.org',
    PUBLIC_URL: 'https://example.org',
  }
  for (const issuer of ['http://idp.example.org', 'https://10.0.0.1', 'https://localhost']) {
    const line = `add x.example --tenant works --issuer ${issuer} --client-id c`
    await expect(run(line, production)).rejects.toThrow(/https|private network/)
  }
})

async function connections(): Promise<number> {
  const { rows } = await t.owner.query<{ count: number }>(
    'select count(*)::int as count from sso_connections',
  )
  return rows[0]?.count ?? 0
}

async function certificates() {
  return await t.db
    .selectFrom('sso_connections')
    .select(['domain', 'idp_certificate'])
    .where('tenant_id', '=', works.id)
    .orderBy('id')
    .execute()
}

test("Salesforce's issuer is refused, with which users sign in already", async () => {
  const more = {
    SALESFORCE_ISSUER: openid.issuer,
    SALESFORCE_CLIENT_ID: 'client',
    SALESFORCE_ORGANISATIONS: '00DWM0000000001',
  }
  const refused = run(`add another.example --tenant works ${OPENID()}`, more)
  await expect(refused).rejects.toThrow('as Salesforce')
})
