import { stateOf } from 'rules/answer-state'
import { evidenceOf, isEvidenceRequired } from 'rules/evidence'
import { withoutNote } from 'rules/required-notes'
import type { Remark } from 'contract/rounds'
import { STATE } from 'rules/scores'
import type { InfectedFile } from 'contract/submissions'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import type { Edition } from '#features/content/edition.ts'
import { editionFor } from '#features/assessments/edition-for.ts'
import type { StoredReview } from './reviews.queries.ts'
import type { Answer } from './submitted.queries.ts'

type Submittable = Pick<
  Awaited<ReturnType<typeof getSavedAnswers>>,
  'answers' | 'notes' | 'attachments' | 'completed'
>
type Statement = Edition['statements'][number]

/** A statement as it was submitted. */
export type Declared = {
  statement: Statement
  number: string
  current: number | null
  future: number | null
  reason: string | null
}

/** The submitted elements: only completed ones. */
export function declaredOf(
  { answers, completed }: Pick<Submittable, 'completed'> & { answers: readonly Answer[] },
  edition: Edition,
) {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const byElement = Map.groupBy(edition.statements, (statement) => statement.element_id)
  return edition.elements
    .filter(({ id }) => completed.includes(id))
    .map((element) => ({
      element,
      statements: (byElement.get(element.id) ?? []).map((statement): Declared => {
        const saved = byStatement.get(statement.id) ?? []
        const chosen = (state: number) => saved.find((answer) => answer.state === state)
        return {
          statement,
          number: `${element.number}.${statement.position + 1}`,
          current: chosen(1)?.statement_response_id ?? null,
          future: chosen(2)?.statement_response_id ?? null,
          reason: chosen(1)?.not_applicable_reason ?? null,
        }
      }),
    }))
}

/** The declared response of each submitted statement. */
export async function listDeclared(
  db: Db,
  { app }: Pick<SignedInContext, 'app'>,
  scope: Scope,
  { assessment_id, content_set_id }: Pick<StoredReview, 'assessment_id' | 'content_set_id'>,
): Promise<Declared[]> {
  const saved = await getSavedAnswers(db, scope, assessment_id)
  const edition = await editionFor(db, scope, app.cache, { ...saved.assessment, content_set_id })
  return declaredOf(saved, edition).flatMap(({ statements }) => statements)
}

export async function findDeclared(
  ...[db, context, scope, review, id]: [...Parameters<typeof listDeclared>, statementId: number]
): Promise<Declared> {
  const all = await listDeclared(db, context, scope, review)
  const declared = all.find(({ statement }) => statement.id === id)
  if (!declared) throw notFound('statement')
  return declared
}

/** Everything that is missing before an assessment can be submitted. */
export function missingOf(
  { answers, notes, attachments, completed }: Submittable,
  edition: Edition,
) {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const byElement = Map.groupBy(edition.statements, (statement) => statement.element_id)
  const isWithoutEvidence = ({ id, responses }: Statement) => {
    const current = byStatement.get(id)?.find(({ state }) => state === STATE.current)
    const chosen = current?.statement_response_id ?? null
    return isEvidenceRequired(responses, chosen) && evidenceOf(attachments, id).length === 0
  }
  return edition.elements.flatMap(({ id, key, number, title, is_required }) => {
    const isComplete = completed.includes(id)
    // An incomplete optional element isn't submitted.
    if (!is_required && !isComplete) return []
    const statements = byElement.get(id) ?? []
    const unanswered = isComplete
      ? []
      : statements.filter((one) => stateOf(byStatement.get(one.id)) !== 'answered')
    const unproven = statements.filter(isWithoutEvidence)
    const unexplained = withoutNote(statements, { answers: byStatement, notes })
    if (isComplete && unproven.length + unexplained.length === 0) return []
    return {
      id,
      key,
      number,
      title,
      statement_ids: idsOf(unanswered),
      evidence_ids: idsOf(unproven),
      note_ids: idsOf(unexplained),
    }
  })
}

function idsOf(statements: readonly Statement[]) {
  return statements.map(({ id }) => id)
}

/** Files with a virus, in the order of their statements. */
export function infectedOf(
  { attachments }: Pick<Submittable, 'attachments'>,
  { elements, statements }: Edition,
): InfectedFile[] {
  const found = attachments.filter(({ status }) => status === 'quarantined')
  if (found.length === 0) return []
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return elements.flatMap((element) =>
    (byElement.get(element.id) ?? []).flatMap(({ id: statement_id, key, text, position }) =>
      found
        .filter((file) => file.statement_id === statement_id)
        .map(({ id, file_name }) => ({
          id,
          file_name,
          statement_id,
          element_id: element.id,
          key,
          number: `${element.number}.${position + 1}`,
          statement: text,
        })),
    ),
  )
}

type Reviewed = {
  statement_id: number
  statement_response_id: number | null
  declared_response_id: number | null
  remark: string | null
}

/** The auditor's remarks and changed answers, as the reviewed edition has them, with statement ids of the shown edition. */
export function remarksOf(
  reviewed: readonly Reviewed[],
  { elements, statements }: Edition,
  shown: Edition,
): Remark[] {
  const byStatement = new Map(reviewed.map((one) => [one.statement_id, one]))
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  const byKey = new Map(shown.statements.map((statement) => [statement.key, statement]))
  return elements.flatMap((element) =>
    (byElement.get(element.id) ?? []).flatMap((statement) => {
      const one = byStatement.get(statement.id)
      const current = byKey.get(statement.key)
      const isSame = one?.statement_response_id === one?.declared_response_id
      if (!one || !current || (isSame && one.remark === null)) return []
      return {
        statement_id: current.id,
        element_id: current.element_id,
        key: statement.key,
        number: `${element.number}.${statement.position + 1}`,
        statement: statement.text,
        declared: labelOf(statement, one.declared_response_id),
        certified: labelOf(statement, one.statement_response_id),
        remark: one.remark,
      }
    }),
  )
}

function labelOf({ responses }: Statement, id: number | null) {
  return responses.find((response) => response.id === id)?.label ?? null
}
