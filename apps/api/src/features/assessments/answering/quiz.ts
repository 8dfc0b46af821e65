import type { Quiz } from 'contract/assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { type Standing, getStanding } from '#features/assessments/assessments.queries.ts'
import { followElement } from './follow-statement.ts'
import { progressOf } from '#features/assessments/progress.ts'

/** One element ready to be answered: its statements with responses, what is saved, and all elements' progress. */
export async function quizOf(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  elementId: number,
): Promise<Quiz> {
  const { app, scope, actor } = context
  const standing = await getStanding(db, scope, assessmentId, actor.id)
  const { content_set_id } = standing.assessment
  const edition = await editionOf(app.frozen, db, scope, content_set_id)
  const quiz = quizFrom(edition, standing, elementId)
  if (quiz) return quiz
  const followed = await followElement(db, scope, content_set_id, elementId)
  return await quizOf(db, context, assessmentId, followed)
}

/** Nothing when this edition has no such element. */
function quizFrom(
  edition: Edition,
  { assessment, answers, notes, attachments, completed }: Standing,
  elementId: number,
): Quiz | undefined {
  const element = edition.elements.find(({ id }) => id === elementId)
  if (!element) return undefined
  const own = edition.statements.filter((statement) => statement.element_id === elementId)
  const saved = Map.groupBy(answers, (answer) => answer.statement_id)
  const isOwn = (row: { statement_id: number }) => own.some(({ id }) => id === row.statement_id)
  return {
    assessment,
    content_set: edition.set,
    elements: progressOf(edition.elements, edition.statements, answers, completed).elements,
    element,
    id: element.statement_set_id,
    statements: own.map(({ responses, ...statement }, index) => ({
      ...statement,
      number: index + 1,
      statement_responses: responses,
    })),
    responses: own.flatMap(({ id, statement_set_id }) =>
      (saved.get(id) ?? []).map((row) => ({ ...row, statement_set_id })),
    ),
    notes: notes.filter(isOwn),
    attachments: attachments.filter(isOwn),
  }
}
