import { create as dispositionOf } from 'content-disposition'
import { PLAN_STATUS_LABELS } from 'contract/labels'
import type { Plan, PlannedAction } from 'contract/plan'
import type { Readable } from 'node:stream'
import type { SignedInContext } from '#core/context.ts'
import { writeCsv } from '#core/csv.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { asFileName, fileName } from '#support/file-name.ts'
import { streamWorkbook } from '#support/stream-workbook.ts'
import { getPlan } from './get-plan.ts'

/** The plan of an assessment as a file. */
export async function exportPlan(
  context: SignedInContext,
  id: number,
  format: 'csv' | 'xlsx',
): Promise<string | Readable> {
  const { inTenant, scope, tenant, reply } = context
  const { found, set } = await inTenant(async (db) => ({
    found: await getPlan(db, context, id),
    set: await findSetToName(db, scope, id),
  }))
  const name = fileName(tenant.domain, set && asFileName(set.title), `plan-${found.year}.${format}`)
  reply.header('content-disposition', dispositionOf(name))
  // Only where the plan has something that isn't asked.
  const hasOther = found.actions.some((action) => action.is_in_scope === false)
  const columns = hasOther ? [...COLUMNS, IN_SCOPE] : COLUMNS
  const rows = found.actions.map((action) => [
    ...cellsOf(action, found),
    ...(hasOther ? [action.is_in_scope === false ? 'No' : 'Yes'] : []),
  ])
  if (format === 'csv') return writeCsv([columns.map(({ header }) => header), ...rows])
  return streamWorkbook({ title: 'Plan', columns, rows: each(rows) })
}

async function* each<Row>(rows: readonly Row[]) {
  yield* rows
}

const COLUMNS = [
  { header: 'Action', width: 60 },
  { header: 'Status', width: 14 },
  { header: 'Owner', width: 28 },
  { header: 'Due', width: 12 },
  { header: 'Element', width: 30 },
  { header: 'Statement reference', width: 18 },
  { header: 'Statement', width: 60 },
  { header: 'Note', width: 60 },
  { header: 'Report', width: 30 },
  { header: 'Year', width: 8 },
]

const IN_SCOPE = { header: 'In scope', width: 10 }

function cellsOf(action: PlannedAction, { report, year }: Plan) {
  const { title, status, owner, due_on: dueOn, note } = action
  return [
    title,
    PLAN_STATUS_LABELS[status],
    owner?.name ?? null,
    dueOn,
    ...placeOf(action),
    note || null,
    report?.title ?? null,
    year,
  ]
}

function placeOf({ statement, statement_key: key }: PlannedAction) {
  if (statement === null) return [null, key, null]
  return [statement.element, statement.reference, statement.text]
}
