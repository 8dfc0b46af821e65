import { readRows } from './database.ts'
import type { Saved } from './saving.ts'

type Event = { key: string; place: string; version: number; response: number | null }

export const NOTHING_LOST = { lost: 0, doubled: 0, unacknowledged: 0, gaps: 0 }

/** Compares what the server acknowledged with the history in the database. */
export async function checkHistory(ownerUrl: string, saved: readonly Saved[]) {
  const { events, current } = await readHistory(ownerUrl, saved)
  const byKey = Map.groupBy(events, ({ key }) => key)
  const acknowledged = new Set(saved.map(({ change }) => change.key))
  const isSaved = ({ change, version }: Saved) =>
    byKey
      .get(change.key)
      ?.some((one) => one.version === version && one.response === change.statement_response_id)
  const isGapless = (place: string, own: readonly Event[]) =>
    own.every(({ version }, index) => version === index + 1) &&
    current.get(place)?.version === own.at(-1)?.version &&
    current.get(place)?.response === own.at(-1)?.response
  return {
    acknowledged: saved.length,
    lost: saved.filter((one) => !isSaved(one)).length,
    doubled: [...byKey.values()].filter((same) => same.length > 1).length,
    unacknowledged: events.filter(({ key }) => !acknowledged.has(key)).length,
    gaps: [...Map.groupBy(events, ({ place }) => place)].filter(
      ([place, own]) => !isGapless(place, own),
    ).length,
  }
}

async function readHistory(ownerUrl: string, saved: readonly Saved[]) {
  const ids = [...new Set(saved.map(({ person }) => person.assessmentId))]
  const columns = `concat_ws(' ', assessment_id, statement_id, state) as place, version`
  const events = await readRows<Event>(
    ownerUrl,
    `select key, ${columns}, after_response_id as response from response_events
     where assessment_id = any($1) order by version`,
    [ids],
  )
  const text = `select ${columns}, statement_response_id as response from responses where assessment_id = any($1)`
  const rows = await readRows<Event>(ownerUrl, text, [ids])
  return { events, current: new Map(rows.map((row) => [row.place, row])) }
}
