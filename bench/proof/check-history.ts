import pg from 'pg'
import type { Saved } from './saving.ts'

type Event = { key: string; place: string; version: number; response: number | null }

/** The oracle: what the server said is saved, held against the history in the database. */
export async function checkHistory(ownerUrl: string, saved: readonly Saved[]) {
  const { events, standing } = await readHistory(ownerUrl, saved)
  const byKey = Map.groupBy(events, ({ key }) => key)
  const said = new Set(saved.map(({ change }) => change.key))
  return {
    acknowledged: saved.length,
    lost: saved.filter((one) => !byKey.get(one.change.key)?.some((event) => isSame(one, event)))
      .length,
    doubled: [...byKey.values()].filter((same) => same.length > 1).length,
    /** Written, though nobody was told so. */
    untold: events.filter(({ key }) => !said.has(key)).length,
    gaps: [...Map.groupBy(events, ({ place }) => place).entries()].filter(
      ([place, own]) => !isWhole(own, standing.get(place)),
    ).length,
  }
}

function isSame({ change, version }: Saved, event: Event) {
  return event.version === version && event.response === change.statement_response_id
}

/** Versions 1, 2, 3 … without a gap, and the last one is what stands. */
function isWhole(events: readonly Event[], stands: Event | undefined) {
  const last = events.at(-1)
  return (
    events.every(({ version }, index) => version === index + 1) &&
    stands?.version === last?.version &&
    stands?.response === last?.response
  )
}

async function readHistory(ownerUrl: string, saved: readonly Saved[]) {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    const ids = [...new Set(saved.map(({ person }) => person.assessmentId))]
    const columns = `concat_ws(' ', assessment_id, statement_id, state) as place, version`
    const { rows: events } = await owner.query<Event>(
      `select key, ${columns}, after_response_id as response from response_events
       where assessment_id = any($1) order by version`,
      [ids],
    )
    const { rows } = await owner.query<Event>(
      `select ${columns}, statement_response_id as response from responses where assessment_id = any($1)`,
      [ids],
    )
    return { events, standing: new Map(rows.map((row) => [row.place, row])) }
  } finally {
    await owner.end()
  }
}
