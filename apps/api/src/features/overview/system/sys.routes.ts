import packageJson from '../../../../package.json' with { type: 'json' }
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { mails, sys } from 'contract/sys'
import type { App } from '#core/context.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { migrationNames } from '#db/migrate.ts'
import { ApiError } from '#core/errors.ts'
import { listNewestMails } from '#support/mails.queries.ts'
import { renderOutbox } from './outbox-page.ts'
import { openApi } from '#core/openapi.ts'

const MAILS_SHOWN = 50

export function sysRoutes(server: Server): void {
  handleDetached(server, sys.get, async (_, { app }) => ({
    is_staging: app.env.STAGING,
    production_url: app.env.PRODUCTION_URL ?? null,
    support_email: app.env.SUPPORT_EMAIL ?? null,
    version: packageJson.version,
  }))
}

/** Probes call the IP address, so these two accept any host. */
export function probeRoutes({ http, app }: Server): void {
  http.get('/api/health', { config: { endpoint: sys.health, anyHost: true } }, () => ({
    status: 'alive',
  }))
  http.get('/api/ready', { config: { endpoint: sys.ready, anyHost: true } }, async (_, reply) => {
    const checks = {
      database: await check(() => app.pools.app.query('select 1')),
      migrations: await check(() => refuseOldSchema(app)),
      queue: await check(app.jobs.check),
    }
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not-ready', ...checks })
  })
}

async function check(work: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  return await work().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
}

async function refuseOldSchema({ pools }: App) {
  const { rows } = await pools.app.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  if ((await migrationNames()).some((name) => !applied.has(name)))
    throw new Error('A migration is missing.')
}

export function mailRoutes(server: Server): void {
  handle(server, mails.outbox, async (_, { app, db, scope, tenant }) => {
    // Mails contain one-time links, so the page exists only on a developer's machine.
    if (app.env.SMTP_URL !== undefined || app.env.NODE_ENV === 'production') {
      throw new ApiError('not-found', 'This page doesn’t exist. Check the address.')
    }
    return renderOutbox(await listNewestMails(db, scope, MAILS_SHOWN), tenant)
  })
}

/** The contract as OpenAPI 3.1, and a page to browse it. */
export async function docsRoutes({ http }: Server): Promise<void> {
  const document = openApi(packageJson.version)
  http.get('/api/openapi.json', () => document)
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
}
