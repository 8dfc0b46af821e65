import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withToken } from '#testing/client.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { areMetricsOn } from '#core/env.ts'
import { listenForMetrics } from './serve-metrics.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'

const TOKEN = 'a token for monitoring'
const t = await testApp({
  works: false,
  env: { MONITORING_TOKEN: TOKEN },
  sendMail: async ({ to }) => {
    if (to.startsWith('refused')) throw new Error('refused')
  },
})
const tenant = await aTenant(t.db)
const person = await aUser(t.db, { tenant })
const DEPLOY = join(import.meta.dirname, '../../../../../../deploy')

async function read() {
  const answer = await t.call({
    host: '10.0.0.1:4003',
    url: '/metrics',
    headers: withToken(TOKEN),
  })
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
  return answer.body
}

/** The value of a sample by its name and labels. */
async function sample(text: string): Promise<number | undefined> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${text} `))
  return line === undefined ? undefined : Number(line.slice(text.length))
}

async function aMail(recipient: string, status = 'queued') {
  const [mail] = await t.sql<{ id: number }>`
    insert into mails (tenant_id, message_id, recipient, subject, text, html, status)
    values (${tenant.id}, gen_random_uuid(), ${recipient}, 'Your report', '', '', ${status}) returning id`
  return { tenantId: tenant.id, id: mail?.id ?? 0 }
}

test('requests are counted by method, route and status, without ids', async () => {
  for (const id of [71, 72]) await t.as(person).get(`/assessments/${id}/elements/1`)
  await t.call({ host: tenant.host, url: '/api/no-such-thing/73' })
  const name = 'waymark_http_request_duration_seconds_count'
  const route = 'method="GET",route="/api/assessments/:id/elements/:elementId",status="404"'
  expect(await sample(`${name}{${route}}`)).toBe(2)
  expect(await sample(`${name}{method="GET",route="/*",status="404"}`)).toBe(1)
  expect(await sample(`${name}{method="GET",route="/metrics",status="200"}`)).toBe(2)
  const text = await read()
  for (const secret of ['71', '73', 'no-such-thing'].map((part) => `/${part}`))
    expect(text).not.toContain(secret)
  for (const name of [tenant.domain, person.email]) expect(text).not.toContain(name)
})

test('errors of the server are counted from 0, so that a rate has the first one', async () => {
  expect(await sample('waymark_http_errors_total')).toBe(0)
  await t.call({ host: tenant.host, url: '/api/no-such-thing' })
  const find = t.app.hosts
  t.app.hosts = () => Promise.reject(new Error('a fault'))
  await t.call({ host: tenant.host, url: '/api/tenant' })
  t.app.hosts = find
  expect(await sample('waymark_http_errors_total')).toBe(1)
})

test('mails, jobs, sessions, pools, parts, memory and the event loop are measured', async () => {
  await aMail('waits@example.org')
  await aMail('failed@example.org', 'failed')
  await t.sql`insert into pgboss.job (name, start_after) values ('report', now() - interval '90 seconds')`
  await t.as(person).get('/user')
  const node = await testApp({ works: false, besides: t, env: { MONITORING_TOKEN: TOKEN } })
  const headers = withToken(TOKEN)
  const { body } = await node.call({ host: 'localhost', url: '/metrics', headers })
  const value = (text: string) => {
    const line = body.split('\n').find((one) => one.startsWith(`${text} `))
    return line === undefined ? undefined : Number(line.slice(text.length))
  }
  expect(value('waymark_mails{state="queued"}')).toBe(1)
  expect(value('waymark_mails{state="failed"}')).toBe(1)
  expect(value('waymark_jobs{queue="report",state="waiting"}')).toBe(1)
  expect(value('waymark_jobs{queue="pdf",state="waiting"}')).toBe(0)
  expect(value('waymark_job_oldest_seconds{queue="report"}')).toBeGreaterThan(89)
  expect(value('waymark_sessions')).toBeGreaterThan(0)
  expect(value('waymark_database_connections_max{pool="app"}')).toBe(5)
  expect(value('waymark_database_waiting_requests{pool="app"}')).toBe(0)
  expect(value('waymark_part_ok{part="database"}')).toBe(1)
  expect(value('waymark_part_ok{part="scanner"}')).toBeUndefined()
  expect(value('waymark_last_backup_timestamp_seconds')).toBeUndefined()
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

test('collectors that ask at the same time all get every metric', async () => {
  const node = await testApp({ works: false, besides: t, env: { MONITORING_TOKEN: TOKEN } })
  const ask = () => node.call({ host: 'localhost', url: '/metrics', headers: withToken(TOKEN) })
  for (const { body } of await Promise.all([ask(), ask(), ask()]))
    expect(body).toContain('waymark_jobs{queue="report",state="waiting"}')
})

test('emails count as accepted or failed', async () => {
  const attempt = { number: 1, isLast: false }
  await sendQueuedMail(t.app, await aMail('anna@example.org'), attempt)
  const refused = sendQueuedMail(t.app, await aMail('refused@example.org'), attempt)
  await expect(refused).rejects.toThrow()
  expect(await sample('waymark_mails_sent_total{result="accepted"}')).toBe(1)
  expect(await sample('waymark_mails_sent_total{result="failed"}')).toBe(1)
})

test('only answers that were saved are counted', async () => {
  const { anna, id, first } = await anOpenAssessment(t)
  expect((await anna.save(id, choice(first, 1, 2))).status).toBe(200)
  expect((await anna.save(id, {})).status).toBe(400)
  expect(await sample('waymark_saves_total')).toBe(1)
})

test('a caller without the token gets no metrics', async () => {
  for (const headers of [{}, withToken('another token for it')])
    expect((await t.call({ host: 'localhost', url: '/metrics', headers })).statusCode).toBe(401)
})

test('metrics are off unless a port or token is set', async () => {
  const off = await testApp({ works: false, besides: t })
  expect((await off.call({ host: tenant.host, url: '/metrics' })).statusCode).toBe(404)
  expect(areMetricsOn(off.app.env)).toBe(false)
})

test('a port of their own shows metrics without a token, and nothing else', async () => {
  const closers: (() => void)[] = []
  const node = await testApp({ works: false, besides: t, env: { METRICS_PORT: '0' } })
  expect((await node.call({ host: tenant.host, url: '/metrics' })).statusCode).toBe(404)
  if (!node.metrics) throw new Error('Metrics are off.')
  const port = await listenForMetrics({ ...node.app.env, HOST: '127.0.0.1' }, node.metrics, closers)
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(await answer.text()).toContain('waymark_info{version="')
  expect((await fetch(`http://127.0.0.1:${port}/api/sys`)).status).toBe(404)
  for (const close of closers) close()
})

test.each(['alerts.yml', 'grafana-dashboard.json'])(
  'every metric of deploy/%s exists',
  async (file) => {
    const text = await readFile(join(DEPLOY, file), 'utf8')
    const used = new Set(text.match(/\b(waymark|nodejs|process)_[a-z0-9_]+/g))
    const known = new Set([...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const missing = [...used].filter((name) => {
      const base = name.replace(/_(bucket|count|sum)$/, '')
      return !known.has(name) && !known.has(base)
    })
    expect(missing).toEqual([])
    expect(used.size).toBeGreaterThan(8)
  },
)
