import type { Quiz } from 'contract/assessments'
import type { Actor, Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import {
  getContentSet,
  listElements,
  listScoredStatements,
  listStatementResponses,
  listStatements,
} from '#features/content-sets/content-sets.queries.ts'
import {
  getOwnAssessment,
  listAnswers,
  listCompletedElements,
  listNotes,
  listSavedResponses,
} from './assessments.queries.ts'
import { progressOf } from './progress.ts'

/** One element ready to be answered: its statements with responses, what is saved, and all elements' progress. */
export async function quizOf(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  elementId: number,
): Promise<Quiz> {
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const setId = assessment.content_set_id
  const elements = await listElements(db, scope, setId)
  const element = elements.find(({ id }) => id === elementId)
  if (!element) throw notFound('element')
  const statements = await listStatements(db, scope, setId, elementId)
  const choices = Map.groupBy(
    await listStatementResponses(db, scope, setId, elementId),
    (row) => row.statement_id,
  )
  const progress = progressOf(
    elements,
    await listScoredStatements(db, scope, setId),
    await listAnswers(db, scope, assessmentId),
    await listCompletedElements(db, scope, assessmentId),
  )
  return {
    assessment,
    content_set: await getContentSet(db, scope, setId),
    elements: progress.elements,
    element,
    id: element.statement_set_id,
    statements: statements.map((statement, index) => ({
      ...statement,
      number: index + 1,
      statement_responses: choices.get(statement.id) ?? [],
    })),
    responses: await listSavedResponses(db, scope, assessmentId, elementId),
    notes: await listNotes(db, scope, assessmentId, elementId),
  }
}
