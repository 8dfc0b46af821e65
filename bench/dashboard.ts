import { machine } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { signInViewers } from './parts/listed-people.ts'
import { LARGE, makeLarge } from './parts/organisations.ts'
import { startProduct } from './parts/product.ts'

// `node bench/dashboard.ts`: issue 4, part 7. A god-admin's dashboard with the demo data, and with many organisations.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 60)
/** Plans for any number of organisations come after the fifth request of a connection. */
const WARM_UP = 30
/** A page that one waits for. */
const MOST_MS = 500

const product = await startProduct()
const connection = await openConnection(product.port)
const god = (await signInViewers(product)).find(({ name }) => name === 'god-admin')
if (!god) throw new Error('The demo has a god-admin.')
const { headers } = god

console.log(`A god-admin’s dashboard, ms: p50 / p95 / CPU; ${machine()}`)
await measure('demo data')
console.log(`  ${await makeLarge(product, LARGE)}`)
if ((await measure('many organisations')) > MOST_MS) process.exitCode = 1
connection.close()
await product.stop()

/** Prints the figures and answers the p95. */
async function measure(name: string): Promise<number> {
  for (let turn = 0; turn < WARM_UP; turn += 1) await ask()
  const times: number[] = []
  const before = product.cpu()
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  const after = product.cpu()
  const cpu = (1000 * (after.api + after.database - before.api - before.database)) / REQUESTS
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  console.log(`  ${name}  ${[at(0.5), at(0.95), cpu].map((ms) => ms.toFixed(1)).join(' / ')}`)
  return at(0.95)
}

async function ask() {
  const { status, body } = await connection.send('GET', '/api/dashboard', headers)
  if (status !== 200) throw new Error(`${status} ${body}`)
}
