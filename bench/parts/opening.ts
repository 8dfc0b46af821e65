import { openConnection } from './http-client.ts'
import { addLargeShared } from './large-shared.ts'
import { type Person, headersOf } from './people.ts'
import type { Product } from './product.ts'

const OPENINGS = Number(process.env.BENCH_REQUESTS ?? 100)

export type Opening = { name: string; p50: number; p95: number; cpu: number; kib: number }

/** What a page asks for when someone opens the overview, and then an element, of a large shared assessment. */
export async function measureOpening(product: Product): Promise<Opening[]> {
  const people = await addLargeShared(product)
  const connection = await openConnection(product.port)
  await product.untilIdle()
  const ask = async (person: Person, method: string, path: string, body?: object) => {
    const reply = await connection.send(method, `/api${path}`, headersOf(person), body)
    if (reply.status !== 200)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body}`)
    return reply.body.length
  }
  const elements = [...new Set(people[0]?.statements.map(({ elementId }) => elementId))]
  const found: Opening[] = []
  for (const [name, pathsOf] of Object.entries(PAGES)) {
    const times: number[] = []
    let bytes = 0
    const before = product.cpu()
    // The first turns warm up.
    for (let turn = -10; turn < OPENINGS; turn += 1) {
      const person = people[(turn + 10) % people.length]
      if (!person) throw new Error('The organisation has no people.')
      const element = elements[(turn + 10) % elements.length] ?? 0
      const start = performance.now()
      for (const path of pathsOf(person.assessmentId, element))
        bytes += await ask(person, 'GET', path)
      if (turn >= 0) times.push(performance.now() - start)
    }
    const after = product.cpu()
    const cpu = after.api + after.database - before.api - before.database
    const count = OPENINGS + 10
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
    found.push({
      name,
      p50: at(0.5),
      p95: at(0.95),
      cpu: (1000 * cpu) / count,
      kib: bytes / 1024 / count,
    })
  }
  connection.close()
  return found
}

/** Their answers come one after the other here, and beside each other in a browser. */
const PAGES: Record<string, (id: number, element: number) => string[]> = {
  overview: () => ['/overview?type=self_assessment&whose=ours'],
  element: (id, element) => [
    `/assessments/${id}/elements/${element}`,
    `/assessments/${id}/changes`,
    `/assessments/${id}/comments?element_id=${element}`,
  ],
  'list of statements': (id) => [`/assessments/${id}/outline`],
  'all comments': (id) => [`/assessments/${id}/comments`],
}
