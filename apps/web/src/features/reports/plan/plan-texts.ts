import type { PlannedAction } from 'contract/plan'
import type { PlanCounts } from '#features/reports/plan-counts.ts'

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `12 Dec 2026` */
export function formatDay(day: string): string {
  return DAY.format(new Date(day))
}

type Counted = Pick<PlannedAction, 'status' | 'is_in_scope'>

/** What isn’t asked waits for no one. */
function isLeft({ status, is_in_scope: isInScope = true }: Counted): boolean {
  return isInScope && (status === 'open' || status === 'in_progress')
}

export function isOverdue(
  action: Counted & Pick<PlannedAction, 'due_on'>,
  now = new Date(),
): boolean {
  return isLeft(action) && action.due_on !== null && action.due_on < now.toLocaleDateString('sv-SE')
}

export function countActions(actions: readonly PlannedAction[]): PlanCounts {
  return {
    left: actions.filter(isLeft).length,
    overdue: actions.filter((action) => isOverdue(action)).length,
    done: actions.filter(
      ({ status, is_in_scope: isInScope = true }) => isInScope && status === 'done',
    ).length,
  }
}
