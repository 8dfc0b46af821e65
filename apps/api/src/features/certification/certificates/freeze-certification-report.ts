import { createHash } from 'node:crypto'
import type { CertifiedPart, ReportSnapshot } from 'contract/reports'
import type { Scope } from '#core/context.ts'
import type { Frozen } from '#core/frozen.ts'
import type { Db } from '#db/driver.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'

type Wish = {
  assessmentId: number
  createdAt: Date
  remarks: ReadonlyMap<number, string | null>
  certified: Omit<CertifiedPart, 'holder'>
}

/** Freezes the report with the three states side by side; answers its id and the hash of what was stored. */
export async function freezeCertificationReport(
  frozen: Frozen,
  db: Db,
  scope: Scope,
  { assessmentId, createdAt, remarks, certified }: Wish,
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
  const text = JSON.stringify(snapshot)
  const hash = hashOf(text)
  const { id } = await db
    .insertInto('reports')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: assessmentId,
      user_id: userId,
      kind: snapshot.kind,
      type: snapshot.type,
      year: snapshot.year,
      version: snapshot.version,
      title: snapshot.title,
      snapshot: text,
      content_hash: hash,
      created_at: snapshot.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, hash, userId, snapshot }
}

export function hashOf(snapshot: string): Buffer {
  return createHash('sha256').update(snapshot).digest()
}
