import type { ListedStatement } from 'contract/listed-statement'
import type { Outline } from 'contract/outlines'
import { answerIn, stateOf, targetOf } from 'rules/answer-state'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { getAssessment, getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { findElementOf } from '#features/assessments/attachments.queries.ts'
import { listMarkedKeys, setMark } from '#features/assessments/marks.queries.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { editionFor } from '#features/assessments/edition-for.ts'
import { followStatement } from './follow-statement.ts'

type Context = Pick<SignedInContext, 'app' | 'scope' | 'actor'>

/** All statements of an assessment with what the player filters and finds. */
export async function outlineOf(
  db: Db,
  { app, scope, actor }: Context,
  assessmentId: number,
): Promise<Outline> {
  const saved = await getSavedAnswers(db, scope, assessmentId, { userId: actor.id, to: 'read' })
  const edition = await editionFor(db, scope, app.cache, saved.assessment)
  const marked = new Set(await listMarkedKeys(db, scope, { assessmentId, userId: actor.id }))
  const answers = Map.groupBy(saved.answers, (answer) => answer.statement_id)
  const notes = new Map(saved.notes.map(({ statement_id, note }) => [statement_id, note]))
  const files = Map.groupBy(saved.attachments, (file) => file.statement_id)
  const tags = new Map(edition.statements.map(({ id, tag_keys }) => [id, tag_keys]))
  return {
    statements: listedStatements(edition).map((statement) => ({
      ...statement,
      state: stateOf(answers.get(statement.id)),
      target: targetOf(answerIn(answers.get(statement.id))),
      is_marked: marked.has(statement.key),
      note: notes.get(statement.id) ?? '',
      files: files.get(statement.id)?.length ?? 0,
      tags: tags.get(statement.id) ?? undefined,
    })),
  }
}

/** The statements that the user marked for later, in their order. */
export async function markedStatements(
  db: Db,
  { scope, actor }: Omit<Context, 'app'>,
  assessmentId: number,
  edition: Pick<Edition, 'elements' | 'statements'>,
): Promise<ListedStatement[]> {
  const marked = new Set(await listMarkedKeys(db, scope, { assessmentId, userId: actor.id }))
  return listedStatements(edition).filter(({ key }) => marked.has(key))
}

export function listedStatements({
  elements,
  statements,
}: Pick<Edition, 'elements' | 'statements'>) {
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return elements.flatMap(({ id: element_id }) =>
    (byElement.get(element_id) ?? []).map(({ id, key, text, short_title, position }) => ({
      id,
      element_id,
      key,
      number: position + 1,
      text,
      short_title,
    })),
  )
}

/** Marks a statement for later, or takes the mark off. A page of an earlier edition may still do so. */
export async function markStatement(
  db: Db,
  context: Context,
  assessmentId: number,
  { statement_id, is_marked }: { statement_id: number; is_marked: boolean },
): Promise<void> {
  const { app, scope, actor } = context
  const { content_set_id } = await getAssessment(
    db,
    scope,
    { userId: actor.id, to: 'read' },
    assessmentId,
  )
  if ((await findElementOf(db, scope, content_set_id, statement_id)) === undefined) {
    const followed = await followStatement(db, context, assessmentId, statement_id)
    if (!followed) throw notFound('statement')
    return await markStatement(db, context, assessmentId, { statement_id: followed.id, is_marked })
  }
  const edition = await editionOf(db, scope, app.cache, content_set_id)
  const statement = edition.statements.find(({ id }) => id === statement_id)
  if (!statement) throw notFound('statement')
  const mark = { key: statement.key, isMarked: is_marked }
  await setMark(db, scope, { assessmentId, userId: actor.id }, mark)
}
