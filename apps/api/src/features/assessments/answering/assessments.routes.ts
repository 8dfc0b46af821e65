import { type SavedResponse, type Quiz, assessments } from 'contract/assessments'
import { outlines } from 'contract/outlines'
import { scopeText } from 'rules/scope'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { type Server, handle, handleBatched } from '#core/handle.ts'
import { acceptEdition } from './accept-edition.ts'
import { changeScope } from './change-scope.ts'
import { completeElement } from './complete-element.ts'
import { openAssessment } from './open-assessment.ts'
import { markStatement, outlineOf } from './outline.ts'
import { overviewOf } from './overview.ts'
import { saveNote } from './save-note.ts'
import { saveAnswer, saveResponse } from './save-response.ts'
import { startCertification } from './start-certification.ts'
import { notFound } from '#core/errors.ts'
import {
  type SavedAnswers,
  findSetToName,
  getAssessment,
  listStatementAnswers,
  getSavedAnswers,
} from '#features/assessments/assessments.queries.ts'
import { findEarlierAnswers } from '#features/assessments/earlier-answers.queries.ts'
import { joinStatement } from '#features/assessments/locks.queries.ts'
import { getSharedForUser, whoseOf } from '#features/assessments/shared/shared.queries.ts'
import { listMarkedKeys } from '#features/assessments/marks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { withIdsOfPage, followAnswer } from './follow-statement.ts'
import { findDueDate } from '#support/due-dates.queries.ts'
import type { Edition } from '#features/content/edition.ts'
import { editionFor, scopeGroupsOf, tagsOf } from '#features/assessments/edition-for.ts'
import { progressOf } from '#features/assessments/progress.ts'
import { followElement } from './followed.queries.ts'
import { confirmAnswers } from './copied-answers.queries.ts'

export function assessmentRoutes(server: Server): void {
  handle(server, assessments.overview, ({ query }, context) =>
    overviewOf(context.db, context, query),
  )

  handle(server, assessments.open, async ({ body }, context) => ({
    id: await openAssessment(context.db, context, body),
  }))

  handle(server, outlines.startCertification, async ({ params }, context) => ({
    id: await startCertification(context.db, context, params.id),
  }))

  handle(server, assessments.scope, ({ params, body }, context) =>
    changeScope(context.db, context, params.id, body),
  )

  handle(server, assessments.quiz, ({ params }, context) =>
    quizOf(context.db, context, params.id, params.elementId),
  )

  handle(server, outlines.get, ({ params }, context) => outlineOf(context.db, context, params.id))

  handle(server, outlines.mark, ({ params, body }, context) =>
    markStatement(context.db, context, params.id, body),
  )

  handleBatched(server, assessments.answer, ({ params, body }, context) =>
    saveAnswer(context, params.id, body),
  )

  handleBatched(server, assessments.save, ({ params, body }, context) =>
    saveResponse(context, params.id, body),
  )

  handle(server, assessments.confirm, async ({ params, body }, context) => ({
    responses: await confirmAnswer(context.db, context, params.id, body.statement_id),
  }))

  handle(server, assessments.note, ({ params, body }, context) =>
    saveNote(context.db, context, params.id, body),
  )

  handle(server, assessments.acceptEdition, ({ params, body }, context) =>
    acceptEdition(context.db, context, params.id, body.content_set_id),
  )

  handle(server, assessments.complete, ({ params }, context) =>
    completeElement(context.db, context, params.id, params.elementId),
  )
}

/** Confirms copied answers unchanged. A second press changes nothing. */
export async function confirmAnswer(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  statementId: number,
): Promise<SavedResponse[]> {
  const { scope, actor } = context
  const asking = { userId: actor.id, to: 'answer', statementId } as const
  await joinStatement(db, scope, { id: assessmentId, statementId, asking })
  const assessment = await getAssessment(db, scope, asking, assessmentId)
  requireOpen(assessment.status, 'answers')
  await confirmAnswers(db, scope, actor.id, { assessmentId, statementId })
  const answers = await listStatementAnswers(db, scope, assessmentId, statementId)
  if (answers.length > 0) return answers
  const followed = await followAnswer(db, context, assessmentId, statementId)
  if (!followed) throw notFound('answer')
  const there = await confirmAnswer(db, context, assessmentId, followed.id)
  return there.map(withIdsOfPage(statementId, followed))
}

export async function quizOf(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  elementId: number,
): Promise<Quiz> {
  const { app, scope, actor } = context
  const saved = await getSavedAnswers(db, scope, assessmentId, { userId: actor.id, to: 'read' })
  const { content_set_id } = saved.assessment
  const edition = await editionFor(db, scope, app.cache, saved.assessment)
  const quiz = quizFrom(edition, saved, elementId)
  if (quiz) {
    const keys = new Set(await listMarkedKeys(db, scope, { assessmentId, userId: actor.id }))
    const ids = quiz.statements.map(({ id }) => id)
    const { year, type } = saved.assessment
    const set = await findSetToName(db, scope, assessmentId)
    const due_on = await findDueDate(db, scope, { contentSetId: content_set_id, year, type })
    return {
      ...quiz,
      assessment: {
        ...quiz.assessment,
        set: set?.id ?? null,
        whose: await whoseOf(db, scope, actor.id, saved.assessment),
        due_on,
        scope: scopeText(scopeGroupsOf(edition.set), saved.assessment),
      },
      shared: saved.assessment.is_shared
        ? await getSharedForUser(db, scope, actor.id, assessmentId)
        : null,
      marked: quiz.statements.filter(({ key }) => keys.has(key)).map(({ id }) => id),
      tags: tagsOf(edition),
      earlier: await findEarlierAnswers(db, scope, saved.assessment, ids),
    }
  }
  const followed = await followElement(db, scope, content_set_id, elementId)
  return await quizOf(db, context, assessmentId, followed)
}

type Unmarked = Omit<Quiz, 'assessment' | 'marked' | 'earlier' | 'shared' | 'tags'> & {
  assessment: SavedAnswers['assessment']
}

function quizFrom(
  edition: Edition,
  { assessment, answers, notes, attachments, completed }: SavedAnswers,
  elementId: number,
): Unmarked | undefined {
  const element = edition.elements.find(({ id }) => id === elementId)
  if (!element) return undefined
  const own = edition.statements.filter((statement) => statement.element_id === elementId)
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const isOwn = (row: { statement_id: number }) => own.some(({ id }) => id === row.statement_id)
  return {
    assessment,
    content_set: edition.set,
    elements: progressOf(edition.elements, edition.statements, answers, completed).elements,
    element,
    id: element.statement_set_id,
    statements: own.map(({ responses, ...statement }) => ({
      ...statement,
      number: statement.position + 1,
      is_counted: statement.weight !== 0 && element.weight !== 0,
      statement_responses: responses,
    })),
    responses: own.flatMap(({ id, statement_set_id }) =>
      (byStatement.get(id) ?? []).map((row) => ({ ...row, statement_set_id })),
    ),
    notes: notes.filter(isOwn),
    attachments: attachments.filter(isOwn),
  }
}
