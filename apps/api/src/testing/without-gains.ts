import type { ReportSnapshot } from 'contract/reports'

/** As frozen by version 0.2.0: no gains, and the highest effort of a step, at most 5. */
export function withoutGains(snapshot: ReportSnapshot): ReportSnapshot {
  const actions = snapshot.actions.map(({ gain: _gain, effort, ...action }) => ({
    ...action,
    effort: effort && Math.min(5, effort),
  }))
  return { ...snapshot, actions }
}
