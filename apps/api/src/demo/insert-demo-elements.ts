import { randomUUID } from 'node:crypto'
import type { Db, Scope } from '#db/scope.ts'
import { upsertMember } from '#features/assessments/shared/shared.queries.ts'
import { tell } from '#support/notices.queries.ts'
import { demoAnswers } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import { OWNER, type Team, ago, dayIn, idIn, ownerOf } from './demo-team.ts'
import { insertAnswers } from './insert-demo-assessment.ts'

type Element = {
  element: string
  /** Without one, the owner answers. */
  by?: string
  answered: number
  isComplete?: boolean
  /** Days. */
  dueIn?: number
  doneAgo?: number
  returnedAgo?: number
  declined?: { by: string; suggested: string; reason: string; ago: number }
}

type Comment = {
  statement: string
  by: string
  asked?: string
  text: string
  /** Days. */
  ago: number
  resolvedAgo?: number
}

/** The first statements of an element, answered as its owner sees them, and who answers the rest. */
export async function insertElement(db: Db, scope: Scope, shared: Team, given: Element) {
  await insertFirstAnswers(db, scope, shared, given)
  const { by, declined } = given
  if (by === undefined && declined === undefined) return
  const userId = by === undefined ? null : idIn(shared.people, by)
  if (userId !== null) await upsertMember(db, scope, shared.id, { userId, role: 'contributor' })
  const { now, people } = shared
  await db
    .insertInto('element_assignments')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: shared.id,
      element_id: idIn(shared.elements, given.element),
      user_id: userId,
      due_on: given.dueIn === undefined ? null : dayIn(now, given.dueIn),
      done_at: agoOrNull(now, given.doneAgo),
      returned_at: agoOrNull(now, given.returnedAgo),
      ...(declined && {
        declined_at: ago(now, declined.ago),
        declined_by: idIn(people, declined.by),
        decline_reason: declined.reason,
        suggested_id: idIn(people, declined.suggested),
      }),
    })
    .execute()
  await tellOf(db, scope, shared, given)
}

async function insertFirstAnswers(
  db: Db,
  scope: Scope,
  { id, setId, now, people }: Team,
  { element, by = OWNER, answered, isComplete = false, doneAgo, returnedAgo }: Element,
) {
  if (answered === 0) return
  const set = demoSet()
  const thisYear = set.elements.map(({ key }) => (key === element ? answered : 0))
  const found = demoAnswers(set, { ...ownerOf(), thisYear }, 'this-year').find(
    (one) => one.element === element,
  )
  if (!found) throw new Error(`There is no element ${element}.`)
  const at = new Date(ago(now, Math.max(doneAgo ?? 1, returnedAgo ?? 1) + 0.1))
  const about = { assessmentId: id, userId: idIn(people, by), setId, at }
  await insertAnswers(db, scope, about, [{ ...found, isComplete }])
}

function agoOrNull(now: Date, days: number | undefined) {
  return days === undefined ? null : ago(now, days)
}

/** What is behind the bells. The digests of those days have it. */
async function tellOf(db: Db, scope: Scope, shared: Team, { element, by, ...given }: Element) {
  const { id, now, people } = shared
  const about = { assessmentId: id, elementIds: [idIn(shared.elements, element)] }
  const owner = idIn(people, OWNER)
  const at = (days: number) => ({ at: new Date(ago(now, days)), toldOn: dayIn(now, -days) })
  if (by !== undefined)
    await tell(db, scope, [idIn(people, by)], { kind: 'assigned', ...about, by: owner, ...at(8) })
  if (by !== undefined && given.returnedAgo !== undefined)
    await tell(db, scope, [idIn(people, by)], {
      kind: 'returned',
      ...about,
      by: owner,
      ...at(given.returnedAgo),
    })
  if (given.declined)
    await tell(db, scope, [owner], {
      kind: 'not_mine',
      ...about,
      by: idIn(people, given.declined.by),
      ...at(given.declined.ago),
    })
}

export async function insertComment(db: Db, scope: Scope, shared: Team, given: Comment) {
  const { id, now, people, statements } = shared
  const statement = statements.get(given.statement)
  if (!statement) throw new Error(`There is no statement ${given.statement}.`)
  const asked = given.asked === undefined ? null : idIn(people, given.asked)
  const { resolvedAgo } = given
  await db
    .insertInto('comments')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: id,
      statement_id: statement.id,
      key: randomUUID(),
      author_id: idIn(people, given.by),
      asked_user_id: asked,
      text: given.text,
      created_at: ago(now, given.ago),
      resolved_at: agoOrNull(now, resolvedAgo),
      resolved_by: resolvedAgo === undefined ? null : asked,
    })
    .execute()
  if (asked === null || resolvedAgo !== undefined) return
  await tell(db, scope, [asked], {
    kind: 'asked',
    assessmentId: id,
    elementIds: [statement.element_id],
    statementId: statement.id,
    by: idIn(people, given.by),
    at: new Date(ago(now, given.ago)),
    toldOn: dayIn(now, -given.ago),
  })
}
