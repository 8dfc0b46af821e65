import { randomUUID } from 'node:crypto'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { aSalesforceVisitor, forged, salesforceEnv } from '#testing/salesforce.ts'
import { startSecondNode } from '#testing/second-node.ts'
import { allowSso, originAt } from '#testing/sso.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

let t: TestApp
let nodes: Awaited<ReturnType<typeof startSecondNode>>
let provider: OidcProvider
let tenant: TestTenant
let visitor: ReturnType<typeof aSalesforceVisitor>
beforeAll(async () => {
  provider = await startOidcProvider({
    origins: ['http://oidc-race.localhost:4003'],
    isSalesforceLike: true,
  })
  t = await startTestApp({ works: false, env: salesforceEnv(provider) })
  nodes = await startSecondNode(t, salesforceEnv(provider))
  tenant = await aTenant(t.db, { domain: 'oidc-race' })
  expect(originAt(tenant)).toBe('http://oidc-race.localhost:4003')
  await allowSso(t.db, tenant)
  await aUser(t.db, { tenant, email: IDP_PEOPLE[0]?.email ?? '' })
  visitor = aSalesforceVisitor(nodes, provider, tenant)
})
afterAll(async () => {
  await nodes.close()
  await t.close()
  await provider.stop()
})
/** All rounds come from one address. */
const forgetAttempts = () => t.owner.query('delete from rate_limits')

async function rowsIn(table: 'sessions' | 'oidc_nonces' | 'oidc_spent_tokens') {
  const { rows } = await t.owner.query(`select from ${table}`)
  return rows.length
}

function expectOne(answers: Answer[]) {
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = answers.filter(({ body }) => body.includes('"oidc-refused"'))
  expect(refused).toHaveLength(PARALLEL - 1)
}

test('of 64 different id tokens with one nonce, used at once, exactly one opens a session', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetAttempts()
    const before = await rowsIn('sessions')
    const { id_token, access_token } = await visitor.tokens()
    const idTokens = await Promise.all(
      Array.from({ length: PARALLEL }, () => forged(provider, id_token, { jti: randomUUID() })),
    )
    const answers = await Promise.all(
      idTokens.map((each) => visitor.exchange({ id_token: each, access_token })),
    )
    expectOne(answers)
    expect([await rowsIn('sessions'), await rowsIn('oidc_nonces')]).toEqual([before + 1, 0])
  }
}, 240_000)

test('of 64 parallel silent renewals with one id token exactly one is let in, and no session is made', async () => {
  const first = await visitor.tokens()
  expect((await visitor.exchange(first)).statusCode).toBe(200)
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetAttempts()
    const before = [await rowsIn('sessions'), await rowsIn('oidc_spent_tokens')]
    const id_token = await forged(provider, first.id_token, { nonce: undefined, jti: randomUUID() })
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () =>
        visitor.exchange({ ...first, id_token }, { 'silent-sso': 'true' }),
      ),
    )
    expectOne(answers)
    const after = [await rowsIn('sessions'), await rowsIn('oidc_spent_tokens')]
    expect(after).toEqual([before[0], (before[1] ?? 0) + 1])
  }
}, 240_000)
