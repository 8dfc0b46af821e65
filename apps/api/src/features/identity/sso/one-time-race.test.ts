import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { startSecondNode } from '#testing/second-node.ts'
import {
  SSO_SUCCESS,
  aBrowser,
  aSamlConnection,
  aSamlVisitor,
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { insertHandover } from './hand-over.queries.ts'
import { hashOf, randomToken } from './one-time.ts'
import { rounds } from '#testing/rounds.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

let t: TestApp
let nodes: Awaited<ReturnType<typeof startSecondNode>>
let openid: OidcProvider
let saml: SamlProvider
let group: TestTenant
let works: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  nodes = await startSecondNode(t)
  group = await aTenant(t.db, { domain: 'race-group' })
  works = await aTenant(t.db, { domain: 'race-works' })
  for (const tenant of [group, works]) await allowSso(t.db, tenant)
  openid = await startOidcProvider({ origins: [originAt(group)] })
  saml = await startSamlProvider({ origins: [originAt(group)] })
  await anOpenidConnection(t.db, t.app.secrets, openid, { tenant: group })
  await aSamlConnection(t.db, saml, { tenant: group })
})
afterAll(async () => {
  await openid.stop()
  await saml.stop()
  await nodes.close()
  await t.close()
})

const atOnce = (open: () => Promise<URL>) =>
  Promise.all(Array.from({ length: PARALLEL }, async () => pathOf(await open())))

/** One came to its end; all others were told that it was over. */
function expectOneEnd(ends: string[], isEnd: (end: string) => boolean) {
  expect(ends.filter(isEnd)).toHaveLength(1)
  expect(ends.filter((end) => end === ssoFailure('expired'))).toHaveLength(PARALLEL - 1)
}
const isSuccess = (end: string) => end === SSO_SUCCESS

async function rowsIn(table: 'sessions' | 'sso_transactions' | 'handovers' | 'handover_codes') {
  const { rows } = await t.owner.query(`select from ${table}`)
  return rows.length
}

test('of 64 parallel ends of one OpenID sign-in exactly one opens a session', async () => {
  const visitor = anOpenidVisitor({ call: nodes.call, at: t.at }, group)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const back = await visitor.comeBack()
    expectOneEnd(await atOnce(() => visitor.open(back)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('sso_transactions')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel postings of one SAML answer one is taken, and of 64 fetchings one opens a session', async () => {
  const visitor = aSamlVisitor(nodes.call, group)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const form = await visitor.ask()
    const ends = await atOnce(() => visitor.post(form))
    const isTaken = (end: string) => end.startsWith('/api/auth/sso/finish?')
    expectOneEnd(ends, isTaken)
    expect(await rowsIn('sessions')).toBe(before)
    const next = new URL(ends.find(isTaken) ?? '', originAt(group))
    expectOneEnd(await atOnce(() => visitor.open(next)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('sso_transactions')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel approvals of a hand-over one gives a code, and of 64 uses of the code one opens a session', async () => {
  const { id: userId } = await aUser(t.db, { tenant: works })
  const browser = aBrowser(nodes.call)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const [secret, proof, verifier] = [randomToken(), randomToken(), randomToken()]
    browser.jarOf(group.host).set('__Host-hp', proof)
    browser.jarOf(works.host).set('__Host-hv', verifier)
    await insertHandover(t.db, t.scope(group.id), {
      id_hash: hashOf(secret),
      browser_hash: hashOf(proof),
      target_tenant_id: works.id,
      person_id: userId,
    })
    const c = hashOf(verifier).toString('base64url')
    const approve = `${originAt(group)}/api/auth/handoff/approve?h=${group.id}.${secret}&c=${c}`
    const ends = await atOnce(() => browser.open(approve))
    const isCode = (end: string) => end.startsWith('/api/auth/handoff/finish?')
    expectOneEnd(ends, isCode)
    expect([await rowsIn('handovers'), await rowsIn('handover_codes')]).toEqual([0, 1])
    const finish = new URL(ends.find(isCode) ?? '', originAt(works))
    expectOneEnd(await atOnce(() => browser.open(finish)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('handover_codes')]).toEqual([before + 1, 0])
  }
}, 240_000)
