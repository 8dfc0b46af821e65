import { PLAN_STATUSES } from 'contract/enumerations'
import type { Plan, PlannedAction } from 'contract/plan'
import type { ReportSearch } from '#features/reports/report-search.ts'

export interface PlanSearch extends Pick<ReportSearch, 'status' | 'owner'> {
  sort?: ReportSearch['order']
  search?: ReportSearch['find']
}

/** In the filter by owner: the actions without one. */
export const NO_OWNER = 0

/** The actions that match, in order. Without one they are by statement, as the plan has them. */
export function actionsFor({ actions }: Plan, search: PlanSearch): PlannedAction[] {
  const { status, owner, search: text = '', sort = '' } = search
  const words = text.toLocaleLowerCase('en-GB')
  const matching = actions.filter(
    (action) =>
      (!status || status.includes(action.status)) &&
      (!owner || owner.includes(action.owner?.id ?? NO_OWNER)) &&
      textOf(action).includes(words),
  )
  const [column = '', direction] = sort.split('.')
  const keyOf = KEYS[column]
  if (!keyOf) return matching
  const sign = direction === 'desc' ? -1 : 1
  return matching.toSorted((one, other) => sign * compare(keyOf(one), keyOf(other)))
}

function textOf({ title, note, statement, owner }: PlannedAction) {
  const all = [title, note, statement?.reference, statement?.text, owner?.name]
  return all.join('\n').toLocaleLowerCase('en-GB')
}

type Key = string | number | null

const KEYS: Record<string, (action: PlannedAction) => Key> = {
  title: ({ title }) => title,
  owner: ({ owner }) => owner?.name ?? null,
  due: ({ due_on: dueOn }) => dueOn,
  status: ({ status }) => PLAN_STATUSES.indexOf(status),
}

/** What is missing is last when ascending. */
function compare(one: Key, other: Key): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), 'en-GB')
}
