import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { formatGain, gainDigits } from './actions.ts'
import { plural } from './plural.ts'

type WithActions = Pick<ReportSnapshot, 'actions'>

const HIGHEST_OF_A_STEP = 5

/** How many actions there are and in which order, or why there are none. */
export function actionsHint(snapshot: ReportSnapshot): string {
  const { gap_count: count, current } = snapshot
  if (current === null) return 'No statement applies to us, so there is nothing to do.'
  if (count === 0) return 'Every statement is where we want it to be, so there is nothing to do.'
  const gaps = plural(count, { one: '# statement has a gap.', other: '# statements have a gap.' })
  return `${gaps} ${orderText(snapshot)}`
}

function orderText(snapshot: WithActions) {
  if (!hasGains(snapshot)) return 'Widest weighted gap first, then least effort.'
  return 'Biggest gain first, then least effort. The gain is what an action adds to the overall score, out of 100.'
}

/** Older reports have none. Their actions are sorted by weighted gap. */
export function hasGains({ actions }: WithActions): boolean {
  return actions.every(({ gain }) => gain !== undefined)
}

/** Formats all gains of a report with the same decimals. */
export function gainFormat({ actions }: WithActions) {
  const digits = gainDigits(actions.map(({ gain = 0 }) => ({ gain })))
  return ({ gain = 0 }: Pick<ReportAction, 'gain'>) => formatGain(gain, digits)
}

/** `7` for all steps. `4 of 5` in older reports, which have the highest effort of a step. */
export function effortText({ gain, effort }: Pick<ReportAction, 'gain' | 'effort'>): string {
  if (effort === null) return '–'
  return gain === undefined ? `${effort} of ${HIGHEST_OF_A_STEP}` : String(effort)
}

/** The effort as a share of the highest in the report, for a bar. */
export function effortShare({ actions }: WithActions) {
  const highest = Math.max(HIGHEST_OF_A_STEP, ...actions.map(({ effort }) => effort ?? 0))
  return ({ effort }: Pick<ReportAction, 'effort'>) => (effort ?? 0) / highest
}
