import { lowestLevel } from '#features/content/draft-of-file.ts'
import type { AnswerRow, SnapshotInput } from '#features/reports/snapshot/scorable.ts'
import type { ContentSetFile } from 'contract/content-format'
import { levelsOf } from 'contract/content-groups'

/** The rows of a completed assessment with varied answers. */
export function reportInput(file: ContentSetFile, year = 2026): SnapshotInput {
  const elements = file.elements.map((element, index) => ({ ...element, id: index + 1 }))
  const scoring = scoringOf(file)
  const levels = levelsOf(file.groups ?? []).map(({ key }) => key)
  const statements = elements.flatMap((element) =>
    element.statements.map((statement, index) => ({
      ...statement,
      id: element.id * 1000 + index,
      element_id: element.id,
      position: index,
      scoring,
      is_key: statement.isKey === true,
      level_key: levels.find((key) => statement.groups?.includes(key)) ?? null,
    })),
  )
  return {
    year,
    type: 'self_assessment',
    version: 1,
    createdAt: new Date(Date.UTC(year, 10, 18, 9)),
    organisation: 'Northfield Trust',
    respondent: 'Head of risk',
    contentSet: {
      id: 1,
      title: file.title,
      description: file.description ?? null,
      scale: file.scale ?? null,
      lowest_level: lowestLevel(file.elements),
      source: file.source ?? null,
      licence: file.licence ?? null,
      ...(file.introduction !== undefined && { introduction: file.introduction }),
      ...(file.language !== undefined && { language: file.language }),
      ...(file.scoreFrom && { score_from: 'zero' as const }),
    },
    certificationBands: file.certificationBands,
    elementBands: file.elementBands,
    groups: file.groups,
    elements: elements.map(({ id, description, group, required, reportBands, ...element }) => ({
      ...element,
      id,
      number: id,
      description: description ?? null,
      group: group ?? null,
      is_required: required,
      bands: reportBands ?? [],
    })),
    statements,
    statementResponses: statements.flatMap((statement) =>
      statement.responses.map((response, index) => ({
        id: responseId(statement.id, index),
        statement_id: statement.id,
        label: response.label,
        description: response.description ?? null,
        value: response.value,
        action: response.action ?? null,
        effort: response.effort ?? null,
        benefit: response.benefit ?? null,
      })),
    ),
    answers: statements.flatMap((statement, index) =>
      answersOf(statement.id, statement.responses.length, index + year),
    ),
    notes: statements
      .filter((_, index) => index % 5 === 2)
      .map(({ id }) => ({ statement_id: id, note: 'Agreed with the service owners in June.' })),
  }
}

function scoringOf({ scoreFrom, notApplicableCounts: counts }: ContentSetFile) {
  return {
    from: scoreFrom === 'zero' ? scoreFrom : undefined,
    notApplicable: counts === 'excluded' ? undefined : counts,
  }
}

export function responseId(statementId: number, index: number) {
  return statementId * 100 + index
}

function answersOf(id: number, responses: number, seed: number): AnswerRow[] {
  const current = (seed * 7 + Math.floor(seed / 3)) % (responses - 1)
  const future = Math.min(responses - 1, current + ((seed * 5) % 4 === 0 ? 0 : 1 + (seed % 2)))
  return [current, future].map((index, at) => ({
    statement_id: id,
    state: at === 0 ? 1 : 2,
    statement_response_id: responseId(id, index),
    not_applicable_reason: null,
  }))
}
