import packageJson from '../../../../package.json' with { type: 'json' }
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { mails, sys } from 'contract/sys'
import type { App } from '#core/context.ts'
import { hasOutbox } from '#core/env.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { ApiError } from '#core/errors.ts'
import { listNewestMails } from '#support/mails.queries.ts'
import { checksOf, isOutdated, resultsOf } from './checks.ts'
import { maySeeDetails } from './may-see-details.ts'
import { renderOutbox } from './outbox-page.ts'
import { openApi } from '#core/openapi.ts'

const MAILS_SHOWN = 50
// Once for all servers of a process, because it takes longer than the rest of the routes together.
const DOCUMENT = openApi(packageJson.version)

export function sysRoutes(server: Server): void {
  handleDetached(server, sys.get, async (_, { app }) => ({
    is_staging: app.env.STAGING,
    production_url: app.env.PRODUCTION_URL ?? null,
    support_email: app.env.SUPPORT_EMAIL ?? null,
    is_mail_off: app.env.MAIL === 'off',
    has_outbox: hasOutbox(app.env),
    version: packageJson.version,
  }))
}

/** Probes call the IP address, so these two accept any host. */
export function probeRoutes({ http, app }: Server): void {
  http.get('/api/health', { config: { endpoint: sys.health, anyHost: true } }, () => ({
    status: 'alive',
  }))
  const checks = checksOf(app)
  http.get(
    '/api/ready',
    { config: { endpoint: sys.ready, anyHost: true } },
    async (request, reply) => {
      const { database, migrations, queue } = await resultsOf(checks.own)
      const own = { database, migrations, queue }
      const details = maySeeDetails(request, app.env)
        ? { ...own, ...(await resultsOf(checks.outside)), maintenance: maintenanceState(app) }
        : undefined
      // A balancer would take out every node for a part that all of them share.
      const isOld = isOutdated(migrations)
      const isWell = Object.values(own).every((result) => result === 'ok')
      return reply.code(isOld ? 503 : 200).send({
        status: isOld ? 'not-ready' : isWell ? 'ready' : 'degraded',
        database: stateOf(database),
        migrations: isOld ? 'failing' : migrations === 'ok' ? 'ok' : 'unknown',
        queue: stateOf(queue),
        details,
      })
    },
  )
}

function maintenanceState({ maintenance }: App): string {
  const closed = maintenance.state()
  return closed ? `on since ${closed.since}` : 'off'
}

function stateOf(result: string) {
  return result === 'ok' ? 'ok' : 'failing'
}

export function mailRoutes(server: Server): void {
  handle(server, mails.outbox, async (_, { app, db, scope, tenant }) => {
    if (!hasOutbox(app.env))
      throw new ApiError('not-found', 'This page doesn’t exist. Check the address.')
    return renderOutbox(await listNewestMails(db, scope, MAILS_SHOWN), tenant)
  })
}

/** The contract as OpenAPI 3.1, and a page to browse it. */
export async function docsRoutes({ http }: Server): Promise<void> {
  http.get('/api/openapi.json', () => DOCUMENT)
  await http.register(swagger, { mode: 'static', specification: { document: DOCUMENT as never } })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
}
