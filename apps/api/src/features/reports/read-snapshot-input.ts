import type { Scope, Db } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import type { AssessmentType } from 'contract/fields'
import { notFound } from '#core/errors.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { editionOf } from '#features/content/edition.ts'
import type { SnapshotInput } from '#features/reports/snapshot/scorable.ts'

export async function readSnapshotInput(
  cache: Cache,
  db: Db,
  scope: Scope,
  assessmentId: number,
): Promise<Omit<SnapshotInput, 'version' | 'createdAt'> & { userId: number }> {
  const assessment = await getAssessmentWithPeople(db, scope, assessmentId)
  const edition = await editionOf(cache, db, scope, assessment.content_set_id)
  const { id, title, description, scale, lowest_level, source, licence } = edition.set
  const { introduction, language } = edition.set
  const { answers, notes, attachments } = await getSavedAnswers(db, scope, assessmentId)
  return {
    userId: assessment.user_id,
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
    },
    certificationBands: edition.certificationBands,
    elements: edition.elements,
    statements: edition.statements,
    statementResponses: edition.statements.flatMap(({ responses }) => responses),
    answers,
    notes: notes.filter(({ note }) => note !== ''),
    attachments: attachments.filter(({ status }) => status === 'clean'),
  }
}

async function getAssessmentWithPeople(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('assessments as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
    )
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select([
      'a.user_id',
      'a.content_set_id',
      'a.year',
      'a.type',
      'u.name as respondent',
      'u.organisation_name',
      't.name as tenant_name',
    ])
    .where('a.tenant_id', '=', scope.tenantId)
    .where('a.id', '=', assessmentId)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
}
