import { afterAll, expect, test } from 'vitest'
import { createAccessTokens } from 'api/core/access-token'
import { TEST_SECRET } from 'api/testing/names'
import { callApi } from './api-call.ts'
import { type ApiNode, createApiNode } from './api-node.ts'
import { asOwner, startOwnDatabase } from './database.ts'
import { choices, saveOnce, versionIn } from './saving.ts'
import { addPeople } from './stack.ts'

/** The unpacked previous release, with its packages installed. */
const PREVIOUS = process.env.PREVIOUS_RELEASE
/** One user of the demo for each role. */
const USERS = [
  'continuity.manager@example.org',
  'northfield.admin@example.org',
  'platform.admin@example.org',
  'assurance.auditor@example.org',
]
type Known = { host: string; token: string; email: string }

// PREVIOUS_RELEASE=FOLDER npm run proof -- previous-release
test.skipIf(PREVIOUS === undefined)(
  'a node of the previous release works as before beside this release, and both read what the other saved',
  async () => {
    const database = await startOwnDatabase()
    afterAll(database.close)
    const url = database.url()
    const env = { DEMO: 'true' }
    const old = await createApiNode(url, env, PREVIOUS)
    afterAll(old.kill)
    await old.start()
    const users = await signedIn(url)
    const before = await readAll(old, users)
    const node = await createApiNode(url, env)
    afterAll(node.kill)
    await node.start()

    const after = await readAll(old, users)
    expect(after).toEqual(before)
    const now = await readAll(node, users)
    const saves = await saveByTurns(url, [old, node])
    expect(new Set(saves)).toEqual(new Set([200]))
    const fails = (answers: Record<string, number>) =>
      Object.entries(answers).filter(([, status]) => status >= 500)
    expect([...fails(after), ...fails(now)]).toEqual([])
    console.log(
      `previous release beside this one: ${Object.keys(after).length} reads answered as before, ${Object.keys(now).length} by this release, ${saves.length} saves by turns, each after the other’s`,
    )
  },
)

/** New sessions of these users. */
async function signedIn(url: string): Promise<Known[]> {
  const tokens = createAccessTokens([TEST_SECRET], () => new Date())
  return await asOwner(url, async (owner) => {
    const { rows } = await owner.query<Record<'id' | 'tenantId' | 'sessionId', number> & Known>(
      `with made as (
         insert into sessions (tenant_id, user_id, device, expires_at)
         select tenant_id, id, 'proof', now() + interval '1 day' from users where email = any($1)
         returning id, tenant_id, user_id
       )
       select u.id, u.email, u.tenant_id as "tenantId", made.id as "sessionId", t.domain || '.localhost' as host
       from made join users u on u.tenant_id = made.tenant_id and u.id = made.user_id
       join tenants t on t.id = u.tenant_id order by array_position($1, u.email)`,
      [USERS],
    )
    return await Promise.all(
      rows.map(async ({ id: userId, tenantId, sessionId, host, email }) => ({
        host,
        email,
        token: await tokens.sign({ userId, tenantId, sessionId }),
      })),
    )
  })
}

/** The status of every list and page of the API that needs no parameter. */
async function readAll(node: ApiNode, users: Known[]): Promise<Record<string, number>> {
  const document = await callApi(node.port, { path: '/openapi.json' })
  const { paths } = JSON.parse(document?.body ?? '{}') as { paths: Record<string, object> }
  const statuses: Record<string, number> = {}
  for (const { host, token, email } of users)
    for (const [path, methods] of Object.entries(paths)) {
      if (!('get' in methods) || path.includes('{') || path.includes('/auth/')) continue
      const at = path.replace(/^\/api/, '')
      const answer = await callApi(node.port, { path: at, host, token })
      statuses[`${email} ${at}`] = answer?.status ?? 0
    }
  return statuses
}

/** One user saves at each node by turns, where each save needs the version of the one before. */
async function saveByTurns(url: string, nodes: ApiNode[]): Promise<(number | undefined)[]> {
  const [person] = await addPeople(url, 1)
  const next = choices(person)
  const statuses = []
  for (let turn = 0; turn < 20; turn += 1) {
    const change = next.change()
    const answer = await saveOnce(nodes[turn % nodes.length]?.port ?? 0, person, change)
    statuses.push(answer?.status)
    if (answer?.status === 200) next.remember(change, versionIn(answer, change))
  }
  return statuses
}
