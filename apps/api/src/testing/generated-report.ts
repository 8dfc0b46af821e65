import type { ContentSetFile } from 'contract/content-format'
import { type Db, scopeOf } from '#db/scope.ts'
import { hashOf } from '#core/random-token.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { insertReport } from '#features/reports/reports.queries.ts'
import type { TestUser } from './factories.ts'
import { reportInput } from './report-input.ts'

/** A report about any content set, which need not be in the database, with varied answers. Returns its id. */
export async function aGeneratedReport(
  db: Db,
  { user, assessmentId, year }: { user: TestUser; assessmentId: number; year: number },
  file: ContentSetFile,
): Promise<number> {
  const snapshot = buildSnapshot(reportInput(file, year))
  const owner = { assessmentId, userId: user.id }
  const { id } = await insertReport(db, scopeOf(user.tenantId), owner, snapshot, hashOf)
  return id
}
