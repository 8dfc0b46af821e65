import { createHash, randomUUID } from 'node:crypto'
import { PIECE_BYTES } from 'contract/attachments'
import type { Files } from '#adapters/files.ts'
import type { Scope, Db } from '#db/scope.ts'
import {
  addPiece,
  getAttachment,
  insertAttachment,
  settleAttachment,
} from '#features/assessments/attachments.queries.ts'
import { keyOf } from '#features/assessments/stored-pieces.ts'

/** By statement. */
const EVIDENCE: Record<string, [name: string, text: string]> = {
  'GOV-3': [
    'resilience-policy.txt',
    'Resilience policy, version 4. Approved by the board, reviewed every May.\n',
  ],
  'TEC-1': ['system-inventory.csv', 'System,Owner,Service\nCare records,IT,Home visits\n'],
  'TEC-5': [
    'restore-test.txt',
    'Restore test of the care records: whole service back in 3 h 40 min.\n',
  ],
  'SUP-3': ['supplier-register.csv', 'Supplier,Service,Fallback\nHosting North,Care records,yes\n'],
  'INC-3': ['incident-plan.txt', 'Incident plan on one page. Printed copies: each site office.\n'],
  'TST-2': [
    'exercise-report.txt',
    'Exercise "Two days without power". Seven findings, five closed.\n',
  ],
  'LRN-1': ['incident-reviews.csv', 'Date,Incident,Review\n12 March,Phones down,held\n'],
}

/** Inserts the files that the declared responses require. */
export async function insertDemoEvidence(
  db: Db,
  files: Pick<Files, 'put'>,
  scope: Scope,
  { assessmentId, userId }: { assessmentId: number; userId: number },
): Promise<void> {
  const asking = await db
    .selectFrom('responses as r')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .innerJoin('statement_responses as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.id', '=', 'r.statement_response_id'),
    )
    .select(['s.id', 's.key'])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.assessment_id', '=', assessmentId)
    .where('r.state', '=', 1)
    .where('v.asks_for_evidence', '=', true)
    .execute()
  for (const { id: statement_id, key } of asking) {
    const [name, text] = EVIDENCE[key] ?? [`${key}.txt`, `Evidence for ${key}.\n`]
    const bytes = Buffer.from(text)
    const id = await insertAttachment(db, scope, {
      assessment_id: assessmentId,
      statement_id,
      key: randomUUID(),
      name,
      size: bytes.length,
      piece_bytes: PIECE_BYTES,
      uploaded_by: userId,
    })
    const piece = randomUUID()
    await files.put(
      keyOf(await getAttachment(db, scope, { userId, to: 'answer' }, id), piece),
      bytes,
    )
    await addPiece(db, scope, id, 0, piece)
    await settleAttachment(db, scope, id, 'uploading', {
      status: 'clean',
      name,
      media_type: name.endsWith('.csv') ? 'text/csv' : 'text/plain',
      sha256: createHash('sha256').update(bytes).digest(),
    })
  }
}
