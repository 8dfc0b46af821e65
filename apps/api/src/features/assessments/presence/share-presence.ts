import type { Shown } from 'contract/presence'
import type { BatchedContext } from '#core/context.ts'
import { busy, notFound } from '#core/errors.ts'
import { type Place, sendPresence } from './presence.queries.ts'

/** Undefined if nothing has changed since the tag that the page has seen. */
export async function sharePresence(
  { app, scope, claims, inSession }: BatchedContext,
  assessmentId: number,
  place: Place,
): Promise<Shown | undefined> {
  const row = await sendPresence(app.pools, scope, claims, assessmentId, place)
  const { outcome, tag, standing, people, responses, notes } = row
  if (outcome === 'same') return undefined
  if (outcome === 'there')
    return {
      tag,
      standing,
      people: people ?? [],
      responses: (responses ?? []).map(timed),
      notes: (notes ?? []).map(timed),
    }
  // The usual check says why. If it passes by now, the page asks again.
  if (outcome === 'not_allowed')
    await inSession(async () => {
      throw busy()
    })
  throw notFound(outcome === 'moved' ? 'element' : 'assessment')
}

// JSON has timestamps in a form of its own.
function timed<Row extends { updated_at: string }>(row: Row) {
  return { ...row, updated_at: new Date(row.updated_at).toISOString() }
}
