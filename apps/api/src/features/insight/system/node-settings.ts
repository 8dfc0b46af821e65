import { createHmac, hkdfSync } from 'node:crypto'
import type { App } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { withTenants } from '#db/pools.ts'
import { usedValues } from './used-values.ts'
import { type Hashes, listNodes } from './nodes.queries.ts'

/** Each node has its own, or a difference is noticed otherwise: another secret is refused at the start. */
export const OWN = new Set<keyof Env>([
  'DATABASE_ROLE_PREFIX',
  'DATABASE_URL',
  'DATABASE_WAIT',
  'DATA_DIR',
  'HOST',
  'LOG_LEVEL',
  'METRICS_PORT',
  'MONITORING_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'PORT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TRUSTED_PROXIES',
  'WAYMARK_SECRET',
  'WAYMARK_SECRET_NEXT',
  'WAYMARK_SECRET_PREVIOUS',
  'WEB_DIST',
])

/** One server can have several addresses, so only whether it is set has to be the same. */
const ON_OR_OFF = new Set<keyof Env>(['BREACHED_PASSWORDS_URL', 'CLAMAV_URL', 'SMTP_URL'])

/** Of the settings that have to be the same on all nodes, if they are set. Without the secret, they tell nothing. */
export function hashesOf(env: Env, secrets: readonly string[], folderId?: string): Hashes {
  const shared = usedValues(env).filter(([name]) => !OWN.has(name))
  // The same folder can have another path on each node.
  if (folderId !== undefined) shared.push(['DATA_DIR', folderId])
  const keys = secrets.map((secret) => hkdfSync('sha256', secret, '', 'node settings', 32))
  return Object.fromEntries(
    shared.map(([name, value]) => {
      const text = JSON.stringify([name, ON_OR_OFF.has(name) ? 'on' : value])
      return [name, keys.map((key) => hash(Buffer.from(key), text))]
    }),
  )
}

function hash(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 16)
}

/** Without a node of their own, commands compare with the first one. */
type Comparing = Pick<App, 'pools'> & { nodeId?: string }

/** Says which nodes have other settings than this one, and which settings. Undefined if none has. */
export async function findDifferences({ pools, nodeId }: Comparing): Promise<string | undefined> {
  const nodes = await withTenants(pools, [], (db) => listNodes(db, nodeId))
  const own = nodes.find(({ id }) => id === (nodeId ?? nodes[0]?.id))
  const lines = nodes.flatMap((other) => {
    const names = own ? differing(own.settings, other.settings) : []
    if (names.length === 0) return []
    const list = new Intl.ListFormat('en-GB').format(names)
    return [`The nodes ${own?.name} and ${other.name} differ in ${list}.`]
  })
  return lines.length > 0 ? `${lines.join(' ')} Give all nodes the same settings.` : undefined
}

/** Throws if running nodes have other settings than this one. */
export async function refuseDifferences(app: Comparing): Promise<void> {
  const difference = await findDifferences(app)
  if (difference !== undefined) throw new Error(difference)
}

function differing(one: Hashes, other: Hashes): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return names.filter((name) => !one[name]?.some((hashed) => other[name]?.includes(hashed)))
}
