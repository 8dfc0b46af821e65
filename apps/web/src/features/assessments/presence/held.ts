import type { KnownResponse } from '#features/assessments/outbox/outbox-change.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

const FIELDS = '#main :is([role=radio], input, textarea)'
const UNSAVED = '#main [data-unsaved]'

/** Statements whose values stay as they are: a field of theirs has the focus, or holds what isn't saved. */
export function heldStatements({ statement, changes, isReasonMissing }: HeldBy): Set<number> {
  const held = new Set(changes.map(({ statementId }) => statementId))
  const isInUse = document.activeElement?.matches(FIELDS) || document.querySelector(UNSAVED)
  if (isInUse || isReasonMissing) held.add(statement.id)
  return held
}

export type HeldBy = Pick<Player, 'statement' | 'changes' | 'isReasonMissing'>

type Saved = Pick<KnownResponse, 'statement_id' | 'version'>

/** What may be shown now, and whether something newer than what is shown has to wait. */
export function withoutHeld<Row extends Saved>(
  rows: readonly Row[],
  held: ReadonlySet<number>,
  isNewer: (row: Row) => boolean,
) {
  const free = rows.filter(({ statement_id }) => !held.has(statement_id))
  const waits = rows.some((row) => held.has(row.statement_id) && isNewer(row))
  return { free, waits }
}
