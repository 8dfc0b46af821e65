import type { AssessmentStatus } from 'contract/assessments'
import { SCAN_DELAYED_MS } from 'rules/scan-delay'
import { replaceText } from 'rules/virus-labels'
import type { App, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { tellRespondent } from '#support/notify-respondent.ts'
import { CLOSED } from '#features/assessments/require-open.ts'

/**
 * A mail to the respondent of a file with a virus, unless it was found so soon that they see it where they attached it.
 */
export async function tellOfVirus(db: Db, app: App, scope: Scope, id: number): Promise<void> {
  const file = await findWithAssessment(db, scope, id)
  if (!file) return
  const waited = app.adapters.now().getTime() - Date.parse(file.scanning_since)
  if (!CLOSED.has(file.status) && waited < SCAN_DELAYED_MS) return
  const { name, type, year } = file
  const assessment = type === 'certification' ? 'certification assessment' : 'self-assessment'
  await tellRespondent(db, app, scope, file.user_id, () => ({
    subject: 'A virus was found in one of your files',
    paragraphs: [
      `A virus was found in ${name}, which you attached to your ${assessment} of ${year}. Nobody can open the file any more.`,
      replaceText(file.status as AssessmentStatus, file.is_begun),
    ],
    label: 'Open the assessment',
    path: `/?type=${type}&year=${year}`,
  }))
}

async function findWithAssessment(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('attachments as f')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'f.tenant_id').onRef('a.id', '=', 'f.assessment_id'),
    )
    .select(['f.name', 'f.scanning_since', 'a.user_id', 'a.type', 'a.year', 'a.status'])
    .select((from) =>
      from
        .exists(
          from
            .selectFrom('reviews as w')
            .select('w.id')
            .whereRef('w.tenant_id', '=', 'a.tenant_id')
            .whereRef('w.assessment_id', '=', 'a.id')
            .where('w.status', '=', 'begun'),
        )
        .$castTo<boolean>()
        .as('is_begun'),
    )
    .where('f.tenant_id', '=', scope.tenantId)
    .where('f.id', '=', id)
    .where('f.removed_at', 'is', null)
    .executeTakeFirst()
}
