import { createAccessTokens } from 'api/core/access-token'
import { machine, median } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { addPeople, headersOf, signInPeople } from './parts/people.ts'
import { SECRET, startProduct } from './parts/product.ts'

// `node bench/pdfs.ts`: another organisation's certificate beside 110 parallel PDFs of questions for one user.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PDFS = 110
const QUESTIONS = `/api/questions/pdf?year=${new Date().getFullYear()}&type=self_assessment`

const product = await startProduct()
await addPeople(product, { domain: 'harbour', each: 1, isAnswered: false })
const [greedy] = await signInPeople(product, 'harbour', 1)
if (!greedy) throw new Error('The data set has no users.')
const holder = await aHolder()
const certificate = () => timeOf(holder.path, holder.headers)
await certificate()
const alone: number[] = []
const beside: number[] = []
const counts = new Map<number, number>()
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await certificate())
  const many = Promise.all(Array.from({ length: PDFS }, () => call(QUESTIONS, headersOf(greedy))))
  await new Promise((done) => setTimeout(done, 200))
  beside.push(await certificate())
  for (const status of await many) counts.set(status, (counts.get(status) ?? 0) + 1)
}
const ms = (times: number[]) =>
  `${median(times).toFixed(0)} ms (${times.map(Math.round).join(', ')})`
console.log(`One certificate as PDF, median of ${ROUNDS}; ${machine()}`)
console.log(`  alone                                 ${ms(alone)}`)
console.log(`  beside ${PDFS} PDFs of one other user      ${ms(beside)}`)
const answers = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
console.log(`  answers to that user                  ${answers}`)
await product.stop()

/** The demo's certificate and a session of its owner. */
async function aHolder() {
  const { rows } = await product.owner.query<{
    id: number
    user_id: number
    tenant_id: number
    session_id: number
  }>(
    `with owner as (
       select c.id, c.user_id, c.tenant_id from certifications c join tenants t on t.id = c.tenant_id
       where t.domain = 'northfield' order by c.id limit 1
     )
     insert into sessions (tenant_id, user_id, device, expires_at)
     select tenant_id, user_id, 'bench', now() + interval '1 day' from owner
     returning id as session_id, tenant_id, user_id, (select id from owner)`,
  )
  const [row] = rows
  if (!row) throw new Error('The demo has no certificate.')
  const { sign } = createAccessTokens([SECRET], () => new Date())
  const token = await sign({
    userId: row.user_id,
    tenantId: row.tenant_id,
    sessionId: row.session_id,
  })
  return {
    path: `/api/certifications/${row.id}/pdf`,
    headers: { host: 'northfield.localhost', authorization: `Bearer ${token}` },
  }
}

async function timeOf(path: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now()
  const status = await call(path, headers)
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
  return performance.now() - started
}

async function call(path: string, headers: Record<string, string>): Promise<number> {
  const connection = await openConnection(product.port)
  const { status } = await connection.send('GET', path, headers)
  connection.close()
  return status
}
