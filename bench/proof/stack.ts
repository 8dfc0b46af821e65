import { createAccessTokens } from 'api/core/access-token'
import { databaseOf } from 'api/db/driver'
import type { Db } from 'api/db/scope'
import { migrate } from 'api/db/migrate'
import { queues } from 'api/queues'
import {
  type TestUser,
  aContentSet,
  aSession,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { TEST_SECRET } from 'api/testing/names'
import { type ApiNode, createApiNode } from './api-node.ts'
import { asOwner, startOwnDatabase } from './database.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** A signed-in user with an assessment without answers. */
export type Person = {
  host: string
  token: string
  assessmentId: number
  /** With the ids of their responses, lowest first. */
  statements: { id: number; responses: number[] }[]
}

export type Stack = Awaited<ReturnType<typeof startStack>>
type Options = {
  people: number
  nodes?: number
  throughProxy?: boolean
  /** Of the nodes. */
  env?: Record<string, string>
}

/** A database with users, and nodes of the API, directly or through a proxy. */
export async function startStack({ people: count, nodes: size = 1, throughProxy, env }: Options) {
  const database = await startOwnDatabase()
  const proxy = await startTcpProxy(database.port())
  const nodes: ApiNode[] = []
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await proxy.close()
    await database.close()
  }
  try {
    const people = await addPeople(database.url(), count)
    const url = new URL(database.url())
    if (throughProxy) url.port = String(proxy.port)
    while (nodes.length < size) nodes.push(await createApiNode(url.href, env))
    await Promise.all(nodes.map((node) => node.start()))
    return { database, proxy, people, nodes, ports: nodes.map(({ port }) => port), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Migrates the database and adds an organisation with this many users. */
export async function addPeople(ownerUrl: string, count: number) {
  await migrate(ownerUrl, { rolePrefix: 'wm', queues })
  return await asOwner(ownerUrl, async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const contentSetId = await aContentSet(db, { tenant, file: aSmallSet() })
    const { rows: statements } = await owner.query<Person['statements'][number]>(
      `select s.id, array_agg(r.id order by r.value)::float8[] as responses
       from statements s join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
       where s.content_set_id = $1 group by s.id order by s.id`,
      [contentSetId],
    )
    const people: Person[] = []
    while (people.length < count) {
      const user = await aUser(db, { tenant })
      const assessmentId = await anAssessment(db, { user, contentSetId, answered: [] })
      people.push({ host: tenant.host, token: await aToken(db, user), assessmentId, statements })
    }
    return people as [Person, ...Person[]]
  })
}

/** Signed two hours ahead, because a proof can take longer than the ten minutes of a token. */
export async function aToken(db: Db, user: TestUser): Promise<string> {
  const sessionId = await aSession(db, user)
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
  return await createAccessTokens([TEST_SECRET], inTwoHours).sign(claims)
}

function inTwoHours() {
  return new Date(Date.now() + 2 * 3_600_000)
}
