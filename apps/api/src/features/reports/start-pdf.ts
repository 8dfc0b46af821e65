import type { GeneratedFile } from 'contract/generated-files'
import type { SignedInContext } from '#core/context.ts'
import { hashOf } from '#core/random-token.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import { type NewFile, findSameFile, insertFile } from '#support/generated-files.queries.ts'

/** Characters of the largest report that is printed during the request, in about half a second. */
const MAX_CHARACTERS = 200_000
/** The typesetter doesn't report progress. This is its usual speed with a long report. */
const CHARACTERS_PER_MS = 70

/** Prints a report for its reader. A long one is printed by a job. */
export async function startPdf(
  { app, actor, scope, inTenant }: SignedInContext,
  name: string,
  report: ReportPrint,
): Promise<GeneratedFile> {
  const print = JSON.stringify(report)
  const isShort = print.length <= MAX_CHARACTERS
  const file = isShort && (await writeReportPdf(app.adapters.printer, report))
  return await inTenant(async (db) => {
    const made: NewFile = {
      kind: 'report-pdf',
      name,
      userId: actor.id,
      now: app.adapters.now(),
      expectedMs: print.length / CHARACTERS_PER_MS,
      printHash: hashOf(print),
    }
    if (file) return await insertFile(db, scope, made, { file })
    const same = await findSameFile(db, scope, made)
    if (same) return same
    const waiting = await insertFile(db, scope, made, { print })
    await app.jobs.enqueue(db, 'pdf', { tenantId: scope.tenantId, id: waiting.id })
    return waiting
  })
}
