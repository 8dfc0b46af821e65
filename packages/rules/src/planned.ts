import type { NewAction, PlannedAction } from 'contract/plan'
import type { ReportAction, ReportSnapshot } from 'contract/reports'

type Planned = Pick<PlannedAction, 'statement_key' | 'status'> &
  Partial<Pick<PlannedAction, 'is_in_scope'>>

type Words = Pick<NewAction, 'title' | 'note'>

/** The first step of a report's action is what to do; later ones are its note. `most`: letters of each. */
export function plannedFrom(action: ReportAction, most: Record<keyof Words, number>): Words {
  const [first = action.statement, ...later] = new Set(action.steps)
  const note = later.map((step) => `Then: ${step}`).join('\n')
  return {
    title: shortened(first, most.title),
    note: shortened(note, most.note),
  }
}

function shortened(text: string, most: number) {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** The keys of the statements for which something is planned that isn't dropped. */
export function plannedKeys(actions: readonly Planned[]): ReadonlySet<string> {
  return new Set(
    actions.filter(({ status }) => status !== 'dropped').map(({ statement_key: key }) => key),
  )
}

export type Projection = {
  /** The overall score once all planned actions are done. */
  overall: number
  /** Statements of the report with a gap that the plan closes. */
  count: number
  /** The next band, if the whole quickest route to it is planned. */
  band: string | null
}

/** Where a report's organisation is once what counts of its plan is done; null if that closes no gap. Gains add up. */
export function projectionOf(
  snapshot: ReportSnapshot,
  planned: readonly Planned[],
): Projection | null {
  const keys = plannedKeys(planned.filter(({ is_in_scope: isInScope }) => isInScope !== false))
  const closed = new Set(
    snapshot.elements.flatMap(({ statements }) =>
      statements.filter(({ key }) => keys.has(key)).map(({ id }) => id),
    ),
  )
  const actions = snapshot.actions.filter(({ statement_id: id }) => closed.has(id))
  if (snapshot.current === null || actions.length === 0) return null
  const { path } = snapshot
  const isOnPath = path?.statement_ids?.every((id) => closed.has(id)) === true
  return {
    overall: Math.min(
      1,
      actions.reduce((sum, { gain }) => sum + gain, snapshot.current),
    ),
    count: actions.length,
    band: isOnPath ? path.band : null,
  }
}
