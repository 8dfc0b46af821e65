import type { Remark } from 'contract/reviews'
import type { MissingElement } from 'contract/submissions'
import type { getStanding } from '#features/assessments/assessments.queries.ts'
import { stateOf } from '#features/assessments/progress.ts'
import type { Edition } from '#features/content-sets/edition.ts'

type Standing = Pick<Awaited<ReturnType<typeof getStanding>>, 'answers' | 'completed'>
type Statement = Edition['statements'][number]

/** A statement as it was submitted: what the auditors look at. */
export type Declared = {
  statement: Statement
  number: string
  current: number | null
  future: number | null
  reason: string | null
}

/** The completed elements: they are what is submitted. */
export function declaredOf({ answers, completed }: Standing, edition: Edition) {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const byElement = Map.groupBy(edition.statements, (statement) => statement.element_id)
  return edition.elements
    .filter(({ id }) => completed.includes(id))
    .map((element) => ({
      element,
      statements: (byElement.get(element.id) ?? []).map((statement, index): Declared => {
        const own = byStatement.get(statement.id) ?? []
        const chosen = (state: number) => own.find((answer) => answer.state === state)
        return {
          statement,
          number: `${element.number}.${index + 1}`,
          current: chosen(1)?.statement_response_id ?? null,
          future: chosen(2)?.statement_response_id ?? null,
          reason: chosen(1)?.not_applicable_reason ?? null,
        }
      }),
    }))
}

/** Everything that keeps an assessment from being submitted, at once. */
export function missingOf({ answers, completed }: Standing, edition: Edition): MissingElement[] {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  return edition.elements
    .filter(({ id, is_required }) => is_required && !completed.includes(id))
    .map(({ id, number, title }) => ({
      id,
      number,
      title,
      statement_ids: edition.statements
        .filter(({ element_id }) => element_id === id)
        .filter((statement) => stateOf(byStatement.get(statement.id) ?? []) !== 'answered')
        .map((statement) => statement.id),
    }))
}

type Said = {
  statement_id: number
  statement_response_id: number | null
  declared_response_id: number | null
  remark: string | null
}

/** What an auditor has said that the respondent has to read, in the order of the statements. */
export function remarksOf(said: readonly Said[], { elements, statements }: Edition): Remark[] {
  const byStatement = new Map(said.map((one) => [one.statement_id, one]))
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return elements.flatMap((element) =>
    (byElement.get(element.id) ?? []).flatMap((statement, index) => {
      const one = byStatement.get(statement.id)
      const isSame = one?.statement_response_id === one?.declared_response_id
      if (!one || (isSame && one.remark === null)) return []
      return {
        statement_id: statement.id,
        element_id: element.id,
        number: `${element.number}.${index + 1}`,
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
