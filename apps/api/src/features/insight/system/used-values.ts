import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { CronExpressionParser } from 'cron-parser'
import type { Env } from '#core/env.ts'

const DEFAULT_PORTS: Record<string, string> = { 'syslog:': '601', 'syslog+tls:': '6514' }

/** Texts that mean the same for Waymark. What isn't here is used as it is. */
const READ: { [Name in keyof Env]?: (value: NonNullable<Env[Name]>) => unknown } = {
  PUBLIC_URL: (address) => new URL(address).origin,
  PRODUCTION_URL: addressOf,
  AUDIT_FORWARD: addressOf,
  SALESFORCE_JWKS_URL: addressOf,
  S3_ENDPOINT: (address) => addressOf(address.replace(/\/+$/, '')),
  BACKUP_SCHEDULE: (schedule) => CronExpressionParser.parse(schedule).stringify(),
  BACKUP_TARGET: (place) =>
    place.startsWith('s3://') ? place.replace(/\/+$/, '') : resolve(place),
  MAIL_FROM: (sender) => sender.trim().replaceAll(/\s+/g, ' '),
  SALESFORCE_ORGANISATIONS: (ids) => setOf(ids.map((id) => id.slice(0, 15))),
  TRUSTED_PROVIDER_NETWORKS: (networks) => setOf(networks.map(networkOf)),
}

/** Settings as Waymark uses them, by name. Without those that are not set. */
export function usedValues(env: Env): [name: keyof Env, value: unknown][] {
  const { SALESFORCE_ISSUER: issuer } = env
  const given = {
    ...env,
    ...(issuer !== undefined && {
      SALESFORCE_JWKS_URL: env.SALESFORCE_JWKS_URL ?? `${issuer}/.well-known/jwks`,
    }),
  }
  return (Object.keys(given) as (keyof Env)[]).flatMap((name) => {
    const read = READ[name] as ((value: unknown) => unknown) | undefined
    const value = given[name]
    return value === undefined ? [] : [[name, read ? read(value) : value]]
  })
}

/** Without a port that is the scheme's own, and with or without a slash for the root. */
function addressOf(address: string): unknown[] {
  const { protocol, username, password, hostname, port, pathname, search } = new URL(address)
  const path = pathname === '/' ? '' : pathname
  return [
    protocol,
    username,
    password,
    hostname.toLowerCase(),
    port || DEFAULT_PORTS[protocol],
    path,
    search,
  ]
}

/**
 * A name, or the leading bits of a range, which any address in it names: 10.20.0.5/16 is 10.20.0.0/16, and so is
 * ::ffff:10.20.0.5/112.
 */
function networkOf(network: string): string {
  const [address = '', length] = network.split('/')
  const family = isIP(address)
  if (family === 0) return network.toLowerCase().replace(/\.$/, '')
  const bits = family === 4 ? bitsOf(address.split('.'), 10, 8) : bitsOf(groupsOf(address), 16, 16)
  const start = family === 4 ? MAPPED : ''
  return `${start}${bits.slice(0, Number(length ?? bits.length))}`
}

/** The bits before an IPv4 address that is written as an IPv6 address. */
const MAPPED = '0'.repeat(80) + '1'.repeat(16)

function bitsOf(numbers: readonly string[], radix: number, width: number): string {
  return numbers
    .map((number) => Number.parseInt(number, radix).toString(2).padStart(width, '0'))
    .join('')
}

/** All eight of an IPv6 address. */
function groupsOf(address: string): string[] {
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [start = [], end = []] = spelled.split('::').map((half) => half.split(':').filter(Boolean))
  return [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
}

function setOf(items: readonly string[]): string[] {
  return [...new Set(items)].toSorted()
}
