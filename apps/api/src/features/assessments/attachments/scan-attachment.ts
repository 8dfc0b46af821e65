import type { AssessmentStatus } from 'contract/assessments'
import { sql } from 'kysely'
import { SCAN_DELAYED_MS } from 'rules/scan-delay'
import { replaceText } from 'rules/virus-labels'
import { type App, type Scope, type Db, scopeOf } from '#core/context.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { lockAssessment } from '#features/assessments/assessments.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { findScanning, settle } from '#features/assessments/attachments.queries.ts'
import { readPieces } from './stored-pieces.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { CLOSED } from '#features/assessments/require-open.ts'

/** The job after an upload where a virus scanner is configured. No one can open the file before it is clean. */
export async function scanAttachment(app: App, { tenantId, id }: JobData): Promise<void> {
  const { files, scanForViruses } = app.adapters
  const scope = scopeOf(tenantId)
  const stored = await withTenant(app.pools, tenantId, (db) => findScanning(db, scope, id))
  if (!stored) return
  const virus = await scanForViruses?.(readPieces(files, stored))
  await withTenant(app.pools, tenantId, async (db) => {
    // The turn keeps the respondent from submitting in between, so the mail says what they can do now.
    await lockAssessment(db, scope, stored.assessment_id)
    const status = virus === undefined ? 'clean' : 'quarantined'
    const isFirst = await settle(db, scope, id, 'scanning', { status })
    if (!isFirst || virus === undefined) return
    await recordEvent(db, { scope, actor: { id: stored.uploaded_by } }, 'virus_scan.found', {
      subject: `attachment ${id}`,
      details: { virus },
    })
    await mailVirusNotice(db, app, scope, id)
  })
}

/** A respondent who is likely to be on the page sees the virus there and gets no mail. */
async function mailVirusNotice(db: Db, app: App, scope: Scope, id: number): Promise<void> {
  const file = await findWithAssessment(db, scope, id)
  if (!file) return
  const waited = app.adapters.now().getTime() - Date.parse(file.scanning_since)
  if (!CLOSED.has(file.status) && waited < SCAN_DELAYED_MS) return
  const { name, type, year } = file
  const assessment = type === 'certification' ? 'certification assessment' : 'self-assessment'
  await notifyRespondent(db, app, scope, file.user_id, () => ({
    subject: 'A virus was found in one of your files',
    paragraphs: [
      `A virus was found in ${name}, which you attached to your ${assessment} for ${year}. No one can open the file any more.`,
      replaceText(file.status, file.is_review_started),
    ],
    label: 'Open the assessment',
    path: `/?type=${type}&year=${year}`,
  }))
}

type File = {
  name: string
  scanning_since: string
  user_id: number
  type: string
  year: number
  status: AssessmentStatus
  is_review_started: boolean
}

async function findWithAssessment(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<File>`
    select f.name, f.scanning_since, a.user_id, a.type, a.year, a.status,
      exists (select from reviews r where r.tenant_id = a.tenant_id and r.assessment_id = a.id
        and r.status = 'started') as is_review_started
    from attachments f join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
    where f.tenant_id = ${tenantId} and f.id = ${id} and f.removed_at is null`.execute(db)
  return rows[0]
}
