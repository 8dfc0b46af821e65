import { scopeOf } from 'api/db/scope'
import { type Pools, openPools, withTenant } from 'api/db/pools'
import { getAssessment } from 'api/features/assessments/assessments.queries'
import { getContentSet, listStatements } from 'api/features/content/content-sets.queries'
import pg from 'pg'
import { cpuSeconds, machine, median } from './parts/cpu.ts'
import { MADE, createLarge } from './parts/organisations.ts'
import { startProduct } from './parts/product.ts'

// `node bench/rls.ts`: a row by its key, a list of 48 and another row, with and without row-level security.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
const CONNECTIONS = 10
const LEAST = 0.8
const SIZE = { organisations: 50, people: 20 }

const product = await startProduct()
const size = await createLarge(product, SIZE)
const bound = await openPools({
  ownerUrl: product.url,
  rolePrefix: 'wm',
  size: CONNECTIONS,
  log: { warn: console.error, info: console.error },
})
const unbound: Pools = { ...bound, app: await openUnbound() }
const { rows: places } = await product.owner.query<Place>(
  `select a.tenant_id::float8 as "tenantId", a.user_id::float8 as "userId", a.id::float8, a.content_set_id::float8 as "setId"
   from assessments a join tenants t on t.id = a.tenant_id where t.domain like $1`,
  [MADE],
)
type Place = { tenantId: number; userId: number; id: number; setId: number }
type Round = { rate: number; cpu: number }

const rounds: { bound: Round; unbound: Round }[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const figures = { bound: await run(bound), unbound: await run(unbound) }
  // The first round warms both up.
  if (round > 0) rounds.push(figures)
}
await unbound.app.end()
await bound.close()
await product.stop()

const rate = (of: 'bound' | 'unbound') => median(rounds.map((round) => round[of].rate)).toFixed(0)
const ratio = median(rounds.map(({ bound, unbound }) => bound.rate / unbound.rate))
const cpuRatio = median(rounds.map(({ bound, unbound }) => unbound.cpu / bound.cpu))
console.log(
  `A request of three queries, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`,
)
console.log(`  ${size}`)
console.log(
  `  with row-level security  ${rate('bound')}/s   without  ${rate('unbound')}/s   ratio  ${ratio.toFixed(2)} (at least ${LEAST}), of CPU ${cpuRatio.toFixed(2)}`,
)

async function openUnbound(): Promise<pg.Pool> {
  const url = new URL(product.url)
  await product.owner.query(
    `create role bench_unbound login bypassrls password ${pg.escapeLiteral(url.password)} in role wm_app`,
  )
  url.username = 'bench_unbound'
  return new pg.Pool({ connectionString: url.href, max: CONNECTIONS })
}

// CPU of this process and of the database, which it started.
async function run(pools: Pools): Promise<Round> {
  const start = cpuSeconds(process.pid)
  const until = Date.now() + SECONDS * 1000
  let count = 0
  const work = async () => {
    for (; Date.now() < until; count += 1) await askThree(pools, count)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const end = cpuSeconds(process.pid)
  return { rate: count / SECONDS, cpu: (end - start) / count }
}

async function askThree(pools: Pools, turn: number) {
  const place = places[turn % places.length]
  if (!place) throw new Error('There is nothing to ask for.')
  const scope = scopeOf(place.tenantId)
  await withTenant(pools, place.tenantId, async (db) => {
    await getAssessment(db, scope, { userId: place.userId, to: 'read' }, place.id)
    const statements = await listStatements(db, scope, place.setId)
    const set = await getContentSet(db, scope, place.setId)
    if (statements.length === 0) throw new Error(`${set.title} is empty.`)
  })
}
