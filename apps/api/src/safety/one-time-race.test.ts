import { expect, test } from 'vitest'
import type { Scope, Db } from '#core/context.ts'
import { withTenant } from '#db/pools.ts'
import { type LinkKind, insertLink, spendLink } from '#support/links.queries.ts'
import { insertNonce, spendIdToken, takeNonce } from '#features/identity/oidc/oidc.queries.ts'
import {
  insertHandover,
  insertHandoverCode,
  takeHandover,
  takeHandoverCode,
} from '#features/identity/sso/hand-over.queries.ts'
import { hashOf, randomToken } from '#features/identity/random-token.ts'
import {
  insertTransaction,
  keepAnswer,
  takeAnswer,
  takeRequest,
  takeTransaction,
} from '#features/identity/sso/transactions.queries.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { anOpenidConnection } from '#testing/sso.ts'
import { testApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

// The queries that decide a race. Whole requests race in the features' one-time-race.test.ts, in fewer rounds.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

const t = await testApp({ works: false })
const second = await testApp({ works: false, besides: t })
const tenant = await aTenant(t.db)
const user = await aUser(t.db, { tenant })
const provider = { issuer: 'https://issuer.example' }
const connectionId = await anOpenidConnection(t.db, t.app.secrets, provider, { tenant })

/** Uses a row. The result is empty or false if it was used before. */
type Take = (db: Db, scope: Scope) => Promise<unknown>

const newHash = () => hashOf(randomToken())

const KINDS: Record<string, (db: Db, scope: Scope) => Promise<Take>> = {
  'registration link': (db, scope) => aLink(db, scope, 'register'),
  invitation: (db, scope) => aLink(db, scope, 'invite'),
  'link to a new password': (db, scope) => aLink(db, scope, 'reset'),
  'state of an OpenID sign-in': async (db, scope) => {
    const state = await aTransaction(db, scope, {})
    return (db, scope) => takeTransaction(db, scope, state)
  },
  'request of a SAML sign-in': async (db, scope) => {
    const state = await aTransaction(db, scope, { request_id: randomToken() })
    return (db, scope) => takeRequest(db, scope, state)
  },
  'answer of a SAML sign-in': async (db, scope) => {
    const state = await aTransaction(db, scope, { request_id: randomToken() })
    const finishHash = newHash()
    const person = { subject: 'x', email: undefined, isEmailVerified: undefined, name: undefined }
    await keepAnswer(db, scope, state, { finishHash, person })
    return (db, scope) => takeAnswer(db, scope, finishHash)
  },
  'nonce of an id token': async (db, scope) => {
    const nonce_hash = newHash()
    await insertNonce(db, scope, { nonce_hash, browser_hash: newHash() })
    return (db, scope) => takeNonce(db, scope, nonce_hash)
  },
  'id token of a silent renewal': async () => {
    const tokenHash = newHash()
    return (db, scope) => spendIdToken(db, scope, tokenHash)
  },
  'hand-over to another host': async (db, scope) => {
    const id_hash = newHash()
    const to = { target_tenant_id: tenant.id, person_id: user.id }
    await insertHandover(db, scope, { id_hash, browser_hash: newHash(), ...to })
    return (db, scope) => takeHandover(db, scope, id_hash)
  },
  'code of a hand-over': async (db, scope) => {
    const code_hash = newHash()
    await insertHandoverCode(db, scope, { code_hash, challenge: 'x', user_id: user.id })
    return (db, scope) => takeHandoverCode(db, scope, code_hash)
  },
}

test.each(Object.entries(KINDS))(
  'of 64 parallel uses on two servers exactly one wins: %s',
  async (_, make) => {
    const scope = t.scope(tenant.id)
    for (let round = 0; round < ROUNDS; round += 1) {
      const take = await t.inTenant(tenant.id, (db) => make(db, scope))
      const taken = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) =>
          withTenant((index % 2 === 0 ? t : second).app.pools, tenant.id, (db) => take(db, scope)),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  },
  60_000,
)

async function aLink(db: Db, scope: Scope, kind: LinkKind): Promise<Take> {
  const { signature } = await insertLink(db, scope, {
    kind,
    email: user.email,
    ...(kind === 'reset' && { userId: user.id }),
    ...(kind === 'invite' && { roles: ['user'] }),
  })
  return (db, scope) => spendLink(db, scope, { kind, signature })
}

async function aTransaction(db: Db, scope: Scope, purpose: { request_id?: string }) {
  const state_hash = newHash()
  const [connection_id, redirect] = [connectionId, '/']
  const transaction = { state_hash, connection_id, browser_hash: newHash(), redirect }
  await insertTransaction(db, scope, { ...transaction, ...purpose })
  return state_hash
}
