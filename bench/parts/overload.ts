import { type Load, aLoad } from './load.ts'
import { MADE, addOrganisations } from './organisations.ts'
import { addPeople, signInPeople } from './people.ts'
import { startProduct } from './product.ts'

const ORGANISATIONS = 20
const PEOPLE = 40

export type OverloadBench = Awaited<ReturnType<typeof openOverload>>

/** Starts the product and measures its capacity: three saves to one overview. */
export async function openOverload({
  seconds,
  log,
}: {
  seconds: number
  log: (line: string) => void
}) {
  const product = await startProduct()
  await addOrganisations(product, { count: ORGANISATIONS })
  await addPeople(product, { domain: MADE, each: PEOPLE, isAnswered: true })
  const people = await signInPeople(product, MADE, PEOPLE * ORGANISATIONS)
  const load = aLoad(product.port, people)
  await load.closed(5, 200)
  let before = product.cpu()
  const tried = [await load.closed(seconds, 64), await load.closed(seconds, 200)]
  const capacity = Math.max(...tried.map(({ perSecond }) => perSecond))
  log(`  capacity ${capacity.toFixed(0)}/s with 64 or 200 connections; ${cpuOf(tried)}`)
  const usual = await load.steady(seconds, capacity / 2)
  log(`  half of it: p95 ${usual.at(0.95)} ms, p99 ${usual.at(0.99)} ms; ${cpuOf([usual])}`)

  return {
    /** So many times the capacity. `answered` is the share of the capacity, `recovery` in seconds. */
    async overload(times: number) {
      const result = await load.steady(seconds, capacity * times)
      const figures = {
        answered: result.perSecond / capacity,
        p99: result.at(0.99),
        refused: result.busy,
        others: listOf(result),
      }
      const cpu = cpuOf([result])
      const recovery = await secondsUntilUsual()
      log(
        `  ${times} times: ${percent(figures.answered)} of the capacity answered, p99 ${figures.p99} ms; ${result.busy} refused as busy, Retry-After ${result.retryAfter()}; other answers: ${figures.others}; normal after ${recovery} s; ${cpu}`,
      )
      return { ...figures, recovery }
    },

    /** Each organisation has its share of half of the capacity. Then one sends ten times as much. Median p95 in ms. */
    async fairness(rounds: number) {
      const results = []
      for (let round = 0; round < rounds; round += 1) results.push(await besideGreedy())
      const [alone, beside] = [median(results, 'alone'), median(results, 'beside')]
      const all = results.map((one) => `${one.alone} → ${one.beside}`).join(', ')
      log(
        `  one organisation at ten times its share: another’s p95 ${alone} ms alone, ${beside} ms beside it (${all})`,
      )
      return { alone, beside }
    },

    async close() {
      load.close()
      await product.stop()
    },
  }

  /** Half of the capacity is answered as before: no refusal, and p95 at most doubled or 50 ms. */
  async function secondsUntilUsual() {
    for (let second = 1; second <= 20; second += 1) {
      const now = await load.steady(1, capacity / 2)
      const isUsual = now.busy + now.faults.size === 0
      if (isUsual && now.at(0.95) <= Math.max(2 * usual.at(0.95), 50)) return second
    }
    return Infinity
  }

  async function besideGreedy() {
    const share = capacity / 2 / ORGANISATIONS
    const greedy = people.filter(({ domain }) => domain === people[0]?.domain)
    const others = people.filter((person) => !greedy.includes(person))
    const send = () => load.steady(seconds / 2, share * (ORGANISATIONS - 1), others)
    const alone = await send()
    const [beside] = await Promise.all([send(), load.steady(seconds / 2, share * 10, greedy)])
    return { alone: alone.at(0.95), beside: beside.at(0.95) }
  }

  function cpuOf(loads: readonly Load[]) {
    const now = product.cpu()
    const [api, database] = [now.api - before.api, now.database - before.database]
    before = now
    const generator = loads.reduce((sum, { cpu }) => sum + cpu, 0)
    return `CPU seconds: API ${api.toFixed(1)}, database ${database.toFixed(1)}, generator ${generator.toFixed(1)}`
  }
}

function median<Key extends string>(results: readonly Record<Key, number>[], key: Key): number {
  const values = results.map((result) => result[key]).toSorted((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}

function listOf({ faults }: Load) {
  const list = [...faults].map(([fault, count]) => `${count} × ${fault}`)
  return list.length === 0 ? 'none' : list.join(', ')
}

function percent(part: number) {
  return `${(part * 100).toFixed(0)}%`
}
