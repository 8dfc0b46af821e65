import { randomInt, randomUUID } from 'node:crypto'
import { databaseOf } from 'api/db/driver'
import { migrate } from 'api/db/migrate'
import { queues } from 'api/queues'
import {
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
} from 'api/testing/factories'
import type { ResponseChange } from 'contract/answers'
import { type Call, callApi } from './api-call.ts'
import { asOwner } from './database.ts'
import { type Person, aToken } from './stack.ts'

export type Member = Person & { userId: number }
export type Statement = Person['statements'][number] & { elementId: number }

/** Migrates the database and adds an organisation with one shared assessment, which the first member owns. */
export async function addTeam(ownerUrl: string, size: number) {
  await migrate(ownerUrl, { rolePrefix: 'wm', queues })
  return await asOwner(ownerUrl, async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const contentSetId = await aContentSet(db, { tenant, file: aSmallSet(8, 5) })
    const users: TestUser[] = []
    while (users.length < size) users.push(await aUser(db, { tenant }))
    const [first, ...others] = users
    if (!first) throw new Error('A team has an owner.')
    const assessmentId = await aSharedAssessment(db, {
      owner: first,
      contentSetId,
      contributors: others,
    })
    const { rows: statements } = await owner.query<Statement>(
      `select s.id, s.element_id::float8 as "elementId", array_agg(r.id order by r.value)::float8[] as responses
       from statements s join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
       where s.content_set_id = $1 group by s.id, s.element_id order by s.id`,
      [contentSetId],
    )
    const members: Member[] = []
    for (const user of users)
      members.push({
        host: tenant.host,
        token: await aToken(db, user),
        assessmentId,
        statements,
        userId: user.id,
      })
    return { assessmentId, members, statements }
  })
}

/** Through any of these nodes. Throws if no answer comes or it is a fault of the server. */
export async function callAs({ host, token }: Person, ports: readonly number[], call: Call) {
  const answer = await callApi(pick(ports), { host, token, ...call })
  if (!answer || (answer.status >= 500 && answer.status !== 503))
    throw new Error(`${call.method} ${call.path}: ${answer?.status} ${answer?.body}`)
  const body = answer.body === '' ? {} : (JSON.parse(answer.body) as { code?: string })
  return { status: answer.status, code: body.code, body: answer.body }
}

export function pick<One>(list: readonly One[]): One {
  if (list.length === 0) throw new Error('There is nothing to pick.')
  return list[randomInt(list.length)] as One
}

/** Any choice of a state. The current response is always below the future one. */
export function aChange(
  { id, responses }: Statement,
  state: 1 | 2,
  version: number,
): ResponseChange {
  return {
    key: randomUUID(),
    statement_id: id,
    state,
    statement_response_id: pick(state === 1 ? responses.slice(0, 2) : responses.slice(2)),
    not_applicable_reason: null,
    version,
  }
}
