import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import type { SendMail } from '#adapters/mail.ts'
import { buildApp } from '#app.ts'
import { makeAccessTokens } from '#core/access-token.ts'
import { type App, scopeOf } from '#core/context.ts'
import { readEnv } from '#core/env.ts'
import { makeHosts } from '#core/host-tenant.ts'
import { startJobs } from '#core/jobs.ts'
import type { Db } from '#db/driver.ts'
import { openPools, withTenant } from '#db/pools.ts'
import { addFirstRows } from '#demo/first-rows.ts'
import { sendQueuedMail } from '#features/mails/send-mail.ts'
import { makeReport } from '#features/reports/make-report.ts'
import { TEMPLATE, TEST_SECRET } from './names.ts'

export type Answer = LightMyRequestResponse
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

type Options = { sendMail?: SendMail; env?: Record<string, string>; works?: boolean }

/** The whole server on a database of its own, copied from the migrated template. Close it in `afterAll`. */
export async function startTestApp({ sendMail, env = {}, works = true }: Options = {}) {
  const adminUrl = inject('adminUrl')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await runOnce(adminUrl, `create database ${database} template ${TEMPLATE} strategy file_copy`)
  const ownerUrl = new URL(`/${database}`, adminUrl).href
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const pools = await openPools({ ownerUrl, secret: TEST_SECRET, size: 5, onError: () => {} })
  const jobs = await startJobs(pools.queue, log)
  const printer = createPdfPrinter()
  const clock = { now: () => new Date() }
  const now = () => clock.now()
  const app: App = {
    env: readEnv({ NODE_ENV: 'test', WEB_DIST: '/nowhere', ...env }),
    pools,
    jobs,
    secret: TEST_SECRET,
    tokens: makeAccessTokens([TEST_SECRET], now),
    hosts: makeHosts(pools.app, 'localhost'),
    adapters: { now, printer, sendMail },
  }
  await addFirstRows(pools)
  const http = await buildApp(app, log)
  await http.ready()
  if (works) {
    await jobs.work('mail', (data, attempt) => sendQueuedMail(app, data, attempt))
    await jobs.work('report', (data) => makeReport(app, data))
  }
  return {
    app,
    http,
    ownerUrl,
    /** Set `clock.now` to move the server's clock. */
    clock,
    inTenant: <T>(tenantId: number, work: (db: Db) => Promise<T>) =>
      withTenant(pools, tenantId, work),
    scope: scopeOf,
    call: (options: InjectOptions & { host: string }) => call(http, options),
    close: async () => {
      await http.close()
      await jobs.stop()
      await printer.close()
      await pools.close()
      await runOnce(adminUrl, `drop database ${database} with (force)`)
    },
  }
}

async function runOnce(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** One call to a host; a body goes as JSON. */
async function call(
  http: FastifyInstance,
  { host, headers, ...options }: InjectOptions & { host: string },
): Promise<Answer> {
  return await http.inject({ ...options, headers: { host, ...headers } })
}
