import type { SavedResponse } from 'contract/assessments'
import type { Change, ResponseChoice } from '#features/assessments/outbox/outbox-change.ts'
import type { Outcome } from '#features/assessments/outbox/outbox-delivery.ts'

export type Fault = 'none' | 'before' | 'after'

/** A small model of saving: keys count once, and both states share a version. */
export function aServer() {
  const rows = new Map<string, SavedResponse>()
  const applied: string[] = []
  const faults: Fault[] = []
  /** How many choices each request had. */
  const calls: number[] = []

  function write(statement: number, state: 1 | 2, value: number) {
    const place = `${statement} ${state}`
    rows.set(place, {
      statement_set_id: 1,
      statement_id: statement,
      state,
      statement_response_id: value,
      not_applicable_reason: null,
      version: (rows.get(place)?.version ?? 0) + 1,
      to_confirm: false,
      updated_at: new Date().toISOString(),
    })
  }

  function both(statement: number) {
    return [...rows.values()].filter((row) => row.statement_id === statement)
  }

  function save(change: ResponseChoice): Outcome {
    const { statementId, state, key, version } = change
    const value = change.statement_response_id ?? 0
    const stands = rows.get(`${statementId} ${state}`)
    if (!applied.includes(key)) {
      if ((stands?.version ?? 0) !== version) {
        const conflict = { responses: both(statementId), saved_by: 'Head of Procurement' }
        return { kind: 'refused', refusal: { code: 'conflict', message: 'Saved', conflict } }
      }
      applied.push(key)
      write(statementId, state, value)
      write(
        statementId,
        state === 1 ? 2 : 1,
        rows.get(`${statementId} ${3 - state}`)?.statement_response_id ?? 1,
      )
    }
    return { kind: 'acknowledged', answer: { responses: both(statementId) } }
  }

  /** The first choice of a pair has written the other state, too. */
  function next(change: ResponseChoice) {
    const version = rows.get(`${change.statementId} ${change.state}`)?.version ?? 0
    return version === change.version + 1 ? { ...change, version } : change
  }

  async function deliver(changes: readonly Change[]): Promise<Outcome> {
    const fault = faults.shift()
    if (fault === 'before') return { kind: 'unreachable' }
    calls.push(changes.length)
    let outcome: Outcome = { kind: 'unreachable' }
    for (const change of changes) {
      if (change.kind === 'response') outcome = save(change === changes[0] ? change : next(change))
      if (outcome.kind === 'refused') break
    }
    return fault === 'after' ? { kind: 'unreachable' } : outcome
  }

  return {
    applied,
    calls,
    faults,
    deliver,
    rows: () => [...rows.values()],
    value: (place: string) => rows.get(place)?.statement_response_id,
    saveElsewhere: write,
  }
}
