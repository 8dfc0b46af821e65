import { machine } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { addListed, isHuge, signInViewers } from './parts/listed-people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/dashboard.ts`: a god-admin's dashboard with the demo data, and with many organisations.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 60)
/** PostgreSQL may switch a connection to generic plans after five requests. */
const WARM_UP = Math.min(30, REQUESTS)
/** The limit of the p95, or in a huge installation of the CPU. */
const MAX_MS = isHuge ? 2000 : 100

const product = await startProduct()
const god = (await signInViewers(product)).find(({ name }) => name === 'god-admin')
if (!god) throw new Error('The demo has a god-admin.')
const { headers } = god

console.log(`A god-admin’s dashboard, ms: p50 / p95 / CPU; ${machine()}`)
if (!process.env.BENCH_DATA) await measure('demo data')
console.log(`  ${await addListed(product)}`)
const figure = await measure('many organisations').catch((error: unknown) =>
  console.log(String(error)),
)
if ((figure ?? Infinity) > MAX_MS) process.exitCode = 1
await product.stop()

/** Prints the figures and returns the one that is limited. */
async function measure(name: string): Promise<number> {
  if (isHuge) await product.untilIdle()
  // Connects for each size, because the server closes connections that are idle while data is added.
  const connection = await openConnection(product.port)
  for (let turn = 0; turn < WARM_UP; turn += 1) await ask(connection)
  const times: number[] = []
  const before = product.cpu()
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const start = performance.now()
    await ask(connection)
    times.push(performance.now() - start)
  }
  const after = product.cpu()
  connection.close()
  const cpu = (1000 * (after.api + after.database - before.api - before.database)) / REQUESTS
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  console.log(`  ${name}  ${[at(0.5), at(0.95), cpu].map((ms) => ms.toFixed(1)).join(' / ')}`)
  return isHuge ? cpu : at(0.95)
}

async function ask({ send }: Connection) {
  const { status, body } = await send('GET', '/api/dashboard', headers)
  if (status !== 200) throw new Error(`${status} ${body}`)
}
