import { afterAll, expect, test } from 'vitest'
import { createAccessTokens } from 'api/core/access-token'
import { databaseOf } from 'api/db/driver'
import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { TEST_SECRET } from 'api/testing/names'
import { callApi } from './api-call.ts'
import { type ApiNode, createApiNode } from './api-node.ts'
import { asOwner, startOwnDatabase } from './database.ts'
import { choices, saveOnce, versionIn } from './saving.ts'
import { aToken, addPeople } from './stack.ts'

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
    for (const pair of [[old, node] as const, [node, old] as const])
      expect(await filesOf(url, pair)).toEqual({ small: 200, large: 200, pdf: 200 })
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

/** Requests files at one node and downloads them from the other. The job can be either’s. */
async function filesOf(url: string, [first, second]: readonly [ApiNode, ApiNode]) {
  const { host, admin, user, small, large, report } = await withFiles(url)
  const download = async (token: string, start: string, made: string, body: object) => {
    const answer = await callApi(first.port, { method: 'POST', path: start, host, token, body })
    const { id } = JSON.parse(answer?.body ?? '{}') as { id: number }
    const read = (path: string) =>
      callApi(second.port, { path: `${made}/${id}${path}`, host, token })
    await expect
      .poll(async () => (await read(''))?.body, { timeout: 240_000, interval: 200 })
      .toContain('"ready"')
    return (await read('/file'))?.status
  }
  const exported = (id: number) =>
    download(admin, `/content-sets/${id}/exports`, '/content-exports', { format: 'json' })
  return {
    small: await exported(small),
    large: await exported(large),
    pdf: await download(user, `/reports/${report}/pdf`, '/report-pdfs', {}),
  }
}

/** An organisation with a set that is exported straight away, one that takes a job, and a report whose PDF does. */
async function withFiles(url: string) {
  return await asOwner(url, async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    const user = await aUser(db, { tenant })
    const small = await aContentSet(db, { tenant, file: aSmallSet() })
    const file = longSet({ elements: 300, statements: 2, responses: 4 })
    const large = await aContentSet(db, { tenant, file })
    const assessment = await anAssessment(db, { user, contentSetId: large })
    const report = await aReport(db, user, assessment)
    const [ofAdmin, ofUser] = [await aToken(db, admin), await aToken(db, user)]
    return { host: tenant.host, admin: ofAdmin, user: ofUser, small, large, report }
  })
}
