import { createHash } from 'node:crypto'
import type { CertifiedPart, ReportSnapshot } from 'contract/reports'
import type { Scope } from '#core/context.ts'
import type { Frozen } from '#core/frozen.ts'
import type { Db } from '#db/driver.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { insertReport } from '#features/reports/reports.queries.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'

type Input = {
  assessmentId: number
  createdAt: Date
  remarks: ReadonlyMap<number, string | null>
  certified: Omit<CertifiedPart, 'holder'>
}

/** Stores the report with all three states. */
export async function freezeCertificationReport(
  frozen: Frozen,
  db: Db,
  scope: Scope,
  { assessmentId, createdAt, remarks, certified }: Input,
) {
  const { userId, ...input } = await readSnapshotInput(frozen, db, scope, assessmentId)
  const action = buildSnapshot({ ...input, version: 1, createdAt })
  const snapshot: ReportSnapshot = {
    ...action,
    kind: 'certification',
    title: `Certification report ${input.year}`,
    band: certified.band,
    elements: action.elements.map((element) => ({
      ...element,
      statements: element.statements.map((statement) => ({
        ...statement,
        remark: remarks.get(statement.id) ?? null,
      })),
    })),
    certification: { ...certified, holder: input.organisation },
  }
  const owner = { assessmentId, userId }
  const { id, hash } = await insertReport(db, scope, owner, snapshot, hashOf)
  return { id, hash, userId, snapshot }
}

export function hashOf(snapshot: string): Buffer {
  return createHash('sha256').update(snapshot).digest()
}
