import { beforeAll, afterAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aUser } from '#testing/factories.ts'
import { rounds } from '#testing/rounds.ts'
import { startSecondNode } from '#testing/second-node.ts'
import { SsoFixture } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aBrowser,
  aSamlVisitor,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { insertHandover } from './hand-over.queries.ts'
import { hashOf, randomToken } from '#features/identity/random-token.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

const s = new SsoFixture('race', { hasSaml: true })
let nodes: Awaited<ReturnType<typeof startSecondNode>>
let group: TestTenant
let works: TestTenant
beforeAll(async () => void (nodes = await startSecondNode(s.t)))
afterAll(() => nodes.close())
beforeEach(async () => {
  group = s.tenant
  works = await s.newTenant()
})

const race = (open: () => Promise<URL>) =>
  Promise.all(Array.from({ length: PARALLEL }, async () => pathOf(await open())))

/** One request succeeded; all others were told that the sign-in expired. */
function expectOneEnd(ends: string[], isEnd: (end: string) => boolean) {
  expect(ends.filter(isEnd)).toHaveLength(1)
  expect(ends.filter((end) => end === ssoFailure('expired'))).toHaveLength(PARALLEL - 1)
}
const isSuccess = (end: string) => end === SSO_SUCCESS

async function rowsIn(table: 'sessions' | 'sso_transactions' | 'handovers' | 'handover_codes') {
  const { rows } = await s.t.owner.query(`select from ${table}`)
  return rows.length
}

test('of 64 parallel callbacks of one OpenID sign-in one opens a session', async () => {
  await s.connect()
  const visitor = anOpenidVisitor({ call: nodes.call, at: s.t.at }, group)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const back = await visitor.comeBack()
    expectOneEnd(await race(() => visitor.open(back)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('sso_transactions')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel posts of one SAML response one is accepted, and of 64 fetches one opens a session', async () => {
  await s.connectSaml()
  const visitor = aSamlVisitor(nodes.call, group)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const form = await visitor.ask()
    const ends = await race(() => visitor.post(form))
    const isAccepted = (end: string) => end.startsWith('/api/auth/sso/finish?')
    expectOneEnd(ends, isAccepted)
    expect(await rowsIn('sessions')).toBe(before)
    const next = new URL(ends.find(isAccepted) ?? '', originAt(group))
    expectOneEnd(await race(() => visitor.open(next)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('sso_transactions')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel approvals of a hand-over one gives a code, and of 64 uses of the code one opens a session', async () => {
  const { id: userId } = await aUser(s.t.db, { tenant: works })
  const browser = aBrowser(nodes.call)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await rowsIn('sessions')
    const [secret, proof, verifier] = [randomToken(), randomToken(), randomToken()]
    browser.jarOf(group.host).set('__Host-hp', proof)
    browser.jarOf(works.host).set('__Host-hv', verifier)
    await insertHandover(s.t.db, s.t.scope(group.id), {
      id_hash: hashOf(secret),
      browser_hash: hashOf(proof),
      target_tenant_id: works.id,
      person_id: userId,
    })
    const c = hashOf(verifier).toString('base64url')
    const approve = `${originAt(group)}/api/auth/handoff/approve?h=${group.id}.${secret}&c=${c}`
    const ends = await race(() => browser.open(approve))
    const isCode = (end: string) => end.startsWith('/api/auth/handoff/finish?')
    expectOneEnd(ends, isCode)
    expect([await rowsIn('handovers'), await rowsIn('handover_codes')]).toEqual([0, 1])
    const finish = new URL(ends.find(isCode) ?? '', originAt(works))
    expectOneEnd(await race(() => browser.open(finish)), isSuccess)
    expect([await rowsIn('sessions'), await rowsIn('handover_codes')]).toEqual([before + 1, 0])
  }
}, 240_000)
