import type { Scope, Db } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import type { AssessmentType } from 'contract/fields'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { editionOf } from '#features/content/edition.ts'
import type { SnapshotInput } from '#features/reports/snapshot/scorable.ts'
import { getAssessmentWithPeople } from './reports.queries.ts'

export async function readSnapshotInput(
  db: Db,
  scope: Scope,
  cache: Cache,
  assessmentId: number,
): Promise<Omit<SnapshotInput, 'version' | 'createdAt'> & { userId: number }> {
  const assessment = await getAssessmentWithPeople(db, scope, assessmentId)
  const edition = await editionOf(db, scope, cache, assessment.content_set_id)
  const { id, title, description, scale, lowest_level, source, licence } = edition.set
  const { introduction, language, score_from } = edition.set
  const { answers, notes, attachments } = await getSavedAnswers(db, scope, assessmentId)
  return {
    userId: assessment.owner_id,
    year: assessment.year,
    type: assessment.type as AssessmentType,
    organisation: assessment.organisation_name ?? assessment.tenant_name,
    respondent: assessment.respondent,
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
    groups: edition.set.groups,
    elements: edition.elements,
    statements: edition.statements,
    statementResponses: edition.statements.flatMap(({ responses }) => responses),
    answers,
    notes: notes.filter(({ note }) => note !== ''),
    attachments: attachments.filter(({ status }) => status === 'clean'),
  }
}
