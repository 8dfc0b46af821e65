import { randomUUID } from 'node:crypto'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import { rounds } from '#testing/rounds.ts'
import {
  type SalesforceVisitor,
  aSalesforceVisitor,
  forged,
  salesforceEnv,
} from '#testing/salesforce.ts'
import { startSecondNode } from '#testing/second-node.ts'
import { SsoFixture } from '#testing/sso-fixture.ts'
import type { Answer } from '#testing/test-app.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

const s = new SsoFixture('oidcrace', { isSalesforce: true })
let nodes: Awaited<ReturnType<typeof startSecondNode>>
let visitor: SalesforceVisitor
beforeAll(async () => void (nodes = await startSecondNode(s.t, salesforceEnv(s.openid))))
afterAll(() => nodes.close())
beforeEach(async () => {
  await s.t.db.deleteFrom('identities').execute()
  await aUser(s.t.db, { tenant: s.tenant, email: IDP_PEOPLE[0]?.email ?? '' })
  visitor = aSalesforceVisitor(nodes, s.openid, s.tenant)
})

/** All requests of a round come from one address. */
const resetLimits = () => s.t.owner.query('delete from rate_limits')

async function rowsIn(table: 'sessions' | 'oidc_nonces' | 'oidc_spent_tokens') {
  const { rows } = await s.t.owner.query(`select from ${table}`)
  return rows.length
}

function expectOne(answers: Answer[]) {
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = answers.filter(({ body }) => body.includes('"oidc-refused"'))
  expect(refused).toHaveLength(PARALLEL - 1)
}

test('of 64 parallel id tokens with one nonce one opens a session', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await resetLimits()
    const before = await rowsIn('sessions')
    const { id_token, access_token } = await visitor.tokens()
    const idTokens = await Promise.all(
      Array.from({ length: PARALLEL }, () => forged(s.openid, id_token, { jti: randomUUID() })),
    )
    const exchange = (each: string) => visitor.exchange({ id_token: each, access_token })
    expectOne(await Promise.all(idTokens.map(exchange)))
    expect([await rowsIn('sessions'), await rowsIn('oidc_nonces')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel silent renewals with one id token one is accepted, and none opens a session', async () => {
  const first = await visitor.tokens()
  expect((await visitor.exchange(first)).statusCode).toBe(200)
  for (let round = 0; round < ROUNDS; round += 1) {
    await resetLimits()
    const [sessions, spent] = [await rowsIn('sessions'), await rowsIn('oidc_spent_tokens')]
    const id_token = await forged(s.openid, first.id_token, { nonce: undefined, jti: randomUUID() })
    const renew = () => visitor.exchange({ ...first, id_token }, { 'silent-sso': 'true' })
    expectOne(await Promise.all(Array.from({ length: PARALLEL }, renew)))
    const after = [await rowsIn('sessions'), await rowsIn('oidc_spent_tokens')]
    expect(after).toEqual([sessions, spent + 1])
  }
}, 240_000)
