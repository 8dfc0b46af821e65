import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { testApp } from 'api/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { createApiNode } from './api-node.ts'
import { callApi } from './api-call.ts'
import type { LoopDelay } from './loop-delay.ts'
import { aToken } from './stack.ts'

const PEOPLE = 1000
const ANSWERS = 250
const FILES = 200
const MB = 1024 ** 2
const HEAP_MB = 256
const LIMITS = { seconds: 600, busy: 50 }

const folder = await mkdtemp(join(tmpdir(), 'waymark-download-'))
const socket = join(folder, 'loop')
const t = await testApp({ works: false, env: { DATA_DIR: folder } })
const node = await createApiNode(t.ownerUrl, {
  DATA_DIR: folder,
  LOOP_DELAY_SOCKET: socket,
  // A process that keeps what it has read ends here.
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --import ${resolve(import.meta.dirname, 'loop-delay.ts')}`,
})
afterAll(async () => {
  await node.kill()
  await rm(folder, { recursive: true })
})

test('all data of an organisation of 1,000 users is prepared while its node answers others, in little memory', async () => {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  await fill(
    tenant.id,
    await aContentSet(t.db, {
      tenant,
      file: longSet({ elements: 25, statements: ANSWERS / 25, responses: 4 }),
    }),
  )
  await node.start()
  const call = { host: tenant.host, token: await aToken(t.db, admin) }
  const path = '/organisation/download'
  const before = await megabytes()
  await loopDelay()

  const started = performance.now()
  expect(await callApi(node.port, { ...call, path, method: 'POST' })).toMatchObject({ status: 200 })
  const worst = { megabytes: 0, busy: 0, late: 0, answer: 0 }
  const state = async () => {
    const [row] = await t.sql<{
      status: string
      bytes: number
    }>`select status, bytes from generated_files`
    return row ?? { status: 'missing', bytes: 0 }
  }
  while ((await state()).status !== 'ready') {
    await sleep(100)
    expect((await state()).status).not.toBe('failed')
    const answer = await callApi(node.port, { host: tenant.host, path: '/tenant' })
    const { busy, late } = await loopDelay()
    worst.megabytes = Math.max(worst.megabytes, (await megabytes()) - before)
    worst.busy = Math.max(worst.busy, busy)
    worst.late = Math.max(worst.late, late)
    worst.answer = Math.max(worst.answer, answer?.milliseconds ?? 0)
  }
  const seconds = (performance.now() - started) / 1000
  const size = Math.round((await state()).bytes / MB)
  console.info(`download everything: ${JSON.stringify({ seconds, size, before, ...worst })}`)
  expect(seconds).toBeLessThan(LIMITS.seconds)
  expect(worst.busy).toBeLessThan(LIMITS.busy)
}, 900_000)

async function megabytes() {
  const status = await readFile(`/proc/${node.pid()}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}

async function loopDelay(): Promise<LoopDelay> {
  return JSON.parse(await text(connect(socket))) as LoopDelay
}

/** Users with answers, their history and files. */
async function fill(tenantId: number, contentSetId: number) {
  await t.sql`insert into users (tenant_id, name, email, roles, accepted_terms_version)
    select ${tenantId}::bigint, 'User ' || n, 'user-' || n || '@example.org', '{user}', 1
    from generate_series(1, ${PEOPLE}::int) n`
  await t.sql`insert into assessments (tenant_id, user_id, content_set_id, year, type, status)
    select tenant_id, id, ${contentSetId}::bigint, 2026, 'self_assessment', 'in_progress' from users
    where tenant_id = ${tenantId} and 'user' = any(roles)`
  const answers = await t.sql`with saved as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
      select a.tenant_id, a.id, s.id, 1, (select min(r.id) from statement_responses r
        where r.tenant_id = s.tenant_id and r.statement_id = s.id), a.user_id
      from assessments a join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
      where a.tenant_id = ${tenantId} returning *)
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, after_response_id)
    select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), updated_by, statement_response_id
    from saved returning 1`
  expect(answers).toHaveLength(PEOPLE * ANSWERS)
  const files = await t.sql<{ id: string; piece: string }>`
    insert into stored_files (tenant_id) select ${tenantId}::bigint from generate_series(1, ${FILES}::int)
    returning id, gen_random_uuid() as piece`
  for (const { id, piece } of files) {
    const place = join(folder, 'files', String(tenantId), id)
    await mkdir(place, { recursive: true })
    await writeFile(join(place, piece), randomBytes(MB))
  }
  await t.sql`insert into attachments (tenant_id, assessment_id, statement_id, key, name, size, piece_bytes, pieces,
      file_id, status, media_type, sha256, uploaded_by)
    select a.tenant_id, a.id, (select min(id) from statements where content_set_id = a.content_set_id), f.piece,
      'minutes.pdf', ${MB}::int, ${MB}::int, array[f.piece], f.id, 'clean', 'application/pdf', sha256(''), a.user_id
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ piece }) => piece)}::uuid[]) with ordinality f(id, piece, n)
    join (select *, row_number() over (order by id) as n from assessments where tenant_id = ${tenantId}) a using (n)`
}
