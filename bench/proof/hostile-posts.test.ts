import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { databaseOf } from 'api/db/driver'
import { aSamlConnection, allowSso } from 'api/testing/sso'
import { aTenant } from 'api/testing/factories'
import { startSamlProvider } from 'e2e/idp/saml-provider'
import { callApi } from './api-call.ts'
import { asOwner } from './database.ts'
import { HOSTILE_RESPONSES } from './hostile-responses.ts'
import { startStack } from './stack.ts'

const POSTS = 50

const stack = await startStack({ people: 1 })
const provider = await startSamlProvider({ origins: [] })
const [node] = stack.nodes
const port = stack.ports[0] ?? 0
const host = await connectProvider()
afterAll(async () => {
  await provider.stop()
  await stack.close()
})

async function connectProvider(): Promise<string> {
  return await asOwner(stack.database.url(), async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    await allowSso(db, tenant)
    await aSamlConnection(db, provider, { tenant })
    return tenant.host
  })
}

/** Sign-ins that someone has started at the provider, so that each answer is read. */
async function startSignIns(count: number): Promise<string[]> {
  const states = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = states.map((state) => createHash('sha256').update(state).digest())
  await asOwner(stack.database.url(), async (owner) => {
    await owner.query(
      `insert into sso_transactions (tenant_id, state_hash, connection_id, browser_hash, redirect, request_id, expires_at)
       select c.tenant_id, hash, c.id, hash, '/', '_1', now() + interval '10 minutes'
       from sso_connections c, unnest($1::bytea[]) hash where c.kind = 'saml'`,
      [hashes],
    )
  })
  return states
}

/** Posts that reach the parser, in all shapes by turns. */
async function postResponses() {
  const states = await startSignIns(POSTS)
  return states.map((RelayState, index) => {
    const xml = HOSTILE_RESPONSES[index % HOSTILE_RESPONSES.length]?.xml ?? ''
    const SAMLResponse = Buffer.from(xml).toString('base64')
    const body = Buffer.from(new URLSearchParams({ SAMLResponse, RelayState }).toString())
    const type = 'application/x-www-form-urlencoded'
    return () => callApi(port, { method: 'POST', path: '/auth/sso/acs', host, body, type })
  })
}

test('a node that gets SIGTERM during hostile SAML responses exits with 0 within 10 s', async () => {
  const posts = await postResponses()
  const answers = Promise.all(posts.map((post) => post()))
  await sleep(300)
  const started = performance.now()
  const code = await node?.stop()
  const milliseconds = Math.round(performance.now() - started)
  console.info(`SIGTERM during ${POSTS} SAML responses: ended after ${milliseconds} ms`)
  await answers
  expect({ code, isInTime: milliseconds < 10_000 }).toEqual({ code: 0, isInTime: true })
}, 300_000)
