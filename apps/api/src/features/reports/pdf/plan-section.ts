import { PLAN_STATUS_LABELS } from 'contract/labels'
import type { Planned } from '#features/assessments/planned.queries.ts'
import { longDate } from '#features/reports/long-date.ts'
import { breakable } from './breakable.ts'
import { isTall, sizeOf } from './row-size.ts'
import { rowsTogether } from './rows-together.ts'

/** What is planned about the statements of a report. It goes on after the report is frozen. */
export type PrintedPlan = {
  /** The day of the print. */
  on: string
  actions: readonly Planned[]
}

export function planSection(plan: PrintedPlan | undefined) {
  if (!plan || plan.actions.length === 0) return null
  const rows = plan.actions.map(
    ({ title, status, owner, due_on: due, note, reference, element, is_in_scope: isInScope }) => {
      const size = sizeOf(title, note, element)
      return {
        text: title,
        note: note || null,
        reference: breakable(reference),
        element,
        owner,
        due: due === null ? null : longDate(due),
        status: isInScope
          ? PLAN_STATUS_LABELS[status]
          : `${PLAN_STATUS_LABELS[status]}, outside the scope`,
        size,
        isTall: isTall(size),
      }
    },
  )
  const kept = rowsTogether(rows.map(({ size }) => size))
  return {
    hint: `The plan as of ${longDate(plan.on)}`,
    rows: rows.map((row, index) => ({ ...row, kept: kept[index] })),
  }
}
