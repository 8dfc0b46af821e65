import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { formatGain, gainDigits } from './actions.ts'
import { formatNumber, plural } from './plural.ts'
import { type ActionSort, hasEffort } from './sort-actions.ts'

type WithActions = Pick<ReportSnapshot, 'actions'>

const HIGHEST_OF_A_STEP = 5

/** Instead of the gain of an action whose statement or element has weight 0. */
export const NOT_COUNTED = 'Not counted'

type Step = { action: string | null; label: string; description: string | null }

/** What it takes to reach a response. Without a text for it, the response itself: `Reach Established: …` */
export function stepText({ action, label, description }: Step): string {
  if (action) return action
  return description ? `Reach ${label}: ${description}` : `Reach ${label}`
}

/** For authors, when they publish. */
export function missingActionsText(count: number): string {
  const missing = plural(count, {
    one: '# response has no action text.',
    other: '# responses have no action text.',
  })
  return `${missing} Reports say “Reach” with the response’s name and any description instead.`
}

/** How many actions there are and in which order, or why there are none. */
export function actionsHint(snapshot: ReportSnapshot, by: ActionSort = 'gain'): string {
  const { gap_count: count, current } = snapshot
  if (current === null) return 'None of the statements apply to us, so there is nothing to do.'
  if (count === 0) return 'Every statement is where we want it to be, so there is nothing to do.'
  const gaps = plural(count, { one: '# statement has a gap.', other: '# statements have a gap.' })
  const order = `Actions are sorted by ${ORDERS[by]}.`
  const gain = 'The gain is what an action adds to the overall score, out of 100.'
  const effort = hasEffort(snapshot) ? ' The effort is the sum of its steps, each from 1 to 5.' : ''
  return `${gaps} ${order} ${gain}${effort}`
}

const ORDERS: Record<ActionSort, string> = {
  gain: 'biggest gain, then least effort',
  effort: 'least effort, then biggest gain',
  element: 'element, then biggest gain',
}

/** Formats all gains of a report with the same decimals. */
export function gainFormat({ actions }: WithActions) {
  const digits = gainDigits(actions)
  return ({ gain }: Pick<ReportAction, 'gain'>) => formatGain(gain, digits)
}

/** `in 2 steps`: an action's title is the first of them. Empty for one step. */
export function stepsText({ steps }: Pick<ReportAction, 'steps'>): string {
  const count = new Set(steps).size
  return count > 1 ? `in ${formatNumber(count)} steps` : ''
}

/** `7` for all steps. */
export function effortText({ effort }: Pick<ReportAction, 'effort'>): string {
  return effort === null ? '–' : formatNumber(effort)
}

/** The effort as a share of the highest in the report, for a bar. */
export function effortShare({ actions }: WithActions) {
  const highest = Math.max(HIGHEST_OF_A_STEP, ...actions.map(({ effort }) => effort ?? 0))
  return ({ effort }: Pick<ReportAction, 'effort'>) => (effort ?? 0) / highest
}
