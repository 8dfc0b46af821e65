import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeAccessTokens } from 'api/core/access-token'
import { startEmbedded } from 'api/db/embedded'
import pg from 'pg'

const SECRET = 'a secret for measuring only, long enough'
const ROOT = resolve(import.meta.dirname, '../..')

export type Product = Awaited<ReturnType<typeof startProduct>>
export type Person = {
  id: number
  assessmentId: number
  token: string
  statements: { id: number; responses: number[] }[]
}

/** The product as it is run: a durable database of its own and the API as a process of its own. */
export async function startProduct() {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-bench-'))
  const database = await startEmbedded({ dataDir, log: { debug() {}, error: console.error } })
  const port = await freePort()
  const api = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      DEMO: 'true',
      DATA_DIR: dataDir,
      WAYMARK_SECRET: SECRET,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(port)
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  return {
    port,
    url: database.url,
    owner,
    apiPid: api.pid ?? 0,
    postgresPid: Number(
      (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
    ),
    stop: async () => {
      await owner.end()
      await ended(api)
      await database.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** People of the first demo organisation, signed in, each with an assessment of this year that is not begun. */
export async function addPeople({ owner }: Product, count: number): Promise<Person[]> {
  const tokens = makeAccessTokens([SECRET], () => new Date())
  const { rows } = await owner.query(
    `with t as (select id from tenants where domain = 'northfield'), c as (select c.id, c.tenant_id from content_sets c, t where c.tenant_id = t.id limit 1),
     u as (insert into users (tenant_id, email, name, accepted_terms_version)
       select id, 'bench' || n || '-' || gen_random_uuid() || '@example.org', 'Bench ' || n, 1 from t, generate_series(1, $1) n returning id, tenant_id),
     a as (insert into assessments (tenant_id, user_id, content_set_id, year, type)
       select u.tenant_id, u.id, c.id, extract(year from now())::int, 'self_assessment' from u, c returning id, user_id),
     s as (insert into sessions (tenant_id, user_id, device, expires_at) select tenant_id, id, 'bench', now() + interval '1 day' from u returning id, user_id, tenant_id)
     select u.id::int as "userId", a.id::int as "assessmentId", s.id::int as "sessionId", s.tenant_id::int as "tenantId" from u join a on a.user_id = u.id join s on s.user_id = u.id`,
    [count],
  )
  const { rows: statements } = await owner.query(
    `select s.id::int, array_agg(r.id::int order by r.value) as responses from statements s join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
     where s.tenant_id = (select id from tenants where domain = 'northfield') group by s.id order by s.id`,
  )
  return await Promise.all(
    rows.map(async ({ userId, assessmentId, sessionId, tenantId }) => ({
      id: userId,
      assessmentId,
      statements,
      token: await tokens.sign({ userId, sessionId, tenantId }),
    })),
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(port: number) {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The product did not get ready within 20 seconds.')
}

async function ended(child: ChildProcess) {
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
}
