import type { Scope, Db } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import type { AssessmentType } from 'contract/fields'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { scopeText } from 'rules/scope'
import { editionFor, scopeGroupsOf } from '#features/assessments/edition-for.ts'
import type { SnapshotInput } from '#features/reports/snapshot/scorable.ts'
import { getAssessmentWithPeople } from './reports.queries.ts'

export async function readSnapshotInput(
  db: Db,
  scope: Scope,
  cache: Cache,
  assessmentId: number,
): Promise<Omit<SnapshotInput, 'version' | 'createdAt'> & { userId: number }> {
  const assessment = await getAssessmentWithPeople(db, scope, assessmentId)
  const saved = await getSavedAnswers(db, scope, assessmentId)
  const { answers, notes, attachments } = saved
  const edition = await editionFor(db, scope, cache, saved.assessment)
  const { id, title, description, scale, lowest_level, source, licence } = edition.set
  const { introduction, language, score_from } = edition.set
  const named = scopeText(scopeGroupsOf(edition.set), saved.assessment)
  return {
    userId: assessment.owner_id,
    year: assessment.year,
    type: assessment.type as AssessmentType,
    organisation: assessment.organisation_name ?? assessment.tenant_name,
    respondent: assessment.respondent,
    ...(named !== '' && { scope: named }),
    contentSet: {
      id,
      title,
      description,
      scale,
      source,
      licence,
      lowest_level,
      ...(introduction !== null && { introduction }),
      ...(language !== null && { language }),
      ...(score_from && { score_from: 'zero' as const }),
    },
    certificationBands: edition.certificationBands,
    elementBands: edition.set.element_bands,
    chosenLevels: saved.assessment.scope_levels,
    groups: edition.set.groups,
    elements: edition.elements,
    statements: edition.statements,
    statementResponses: edition.statements.flatMap(({ responses }) => responses),
    answers,
    notes: notes.filter(({ note }) => note !== ''),
    attachments: attachments.filter(({ status }) => status === 'clean'),
  }
}
