import { sys } from 'contract/sys'
import type { App } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { migrationNames } from '#db/migrate.ts'
import packageJson from '../../../../package.json' with { type: 'json' }

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
