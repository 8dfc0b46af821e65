import { withToken, xsrfOf } from './client.ts'
import { randomBytes } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint'
import { expectedAccess } from './expected-access.ts'
import { type Operation, urlOf } from './operations.ts'
import { type Principal, type PrincipalName, credentialsOf } from './principals.ts'
import type { Sample } from './content-samples.ts'
import { sampleOf } from './samples.ts'
import type { FilledTenant, Ids } from './tenant-fixture.ts'
import type { Answer, TestApp } from './test-app.ts'

type FullSample = ReturnType<typeof sampleOf>

export type Case = {
  operation: Operation
  principalName: PrincipalName
  home: FilledTenant
  host: string
  label: string
  sample: FullSample
  /** The field with another's id, and the same call with an id that does not exist. */
  foreign?: { field: string; missing: FullSample }
  /** An id in the path does not exist. */
  isMissing?: true
}

const UNKNOWN_HOST = 'unknown.localhost'
const MISSING = 999_999_999_999

/** Each principal's call at the own host, at other hosts, and at the own host with one foreign or unknown id. */
export function casesOf(operation: Operation, home: FilledTenant, other: FilledTenant): Case[] {
  const thirdHost = isPlatform(home) ? 'localhost' : 'admin.localhost'
  return [...home.people].flatMap(([principalName, { ids }]) => {
    const sample = sampleOf(operation, ids)
    const base = { operation, principalName, home, host: home.tenant.host, sample }
    const colleague = home.people.get(principalName === 'user' ? 'admin' : 'user')
    const owners: [ids: Ids | undefined, label: string][] = [
      [other.people.get('user')?.ids, 'other tenant’s'],
      [sample.isShared ? undefined : colleague?.ids, 'colleague’s'],
    ]
    const own = { ...base, label: 'own host' }
    const elsewhere = [
      { ...base, host: other.tenant.host, label: 'other tenant’s host' },
      { ...base, host: thirdHost, label: thirdHost },
      { ...base, host: UNKNOWN_HOST, label: 'unknown host' },
    ]
    const ofOthers = owners.flatMap(([theirs, label]) =>
      swaps(sample, theirs ? sampleOf(operation, theirs) : {}).map(({ field, ...swap }) => ({
        ...base,
        label: `${label} ${field}`,
        sample: swap.swapped,
        foreign: { field, missing: swap.missing },
      })),
    )
    return some(own, [own, ...elsewhere, ...unknown(base), ...ofOthers])
  })
}

/** Without those that say what another call has said. `npm run proof` calls everything. */
function some(own: Case, all: Case[]): Case[] {
  if (process.env.PROOF !== undefined) return all
  const { home, principalName } = own
  // Whether a session counts, both homes read in the same way.
  const isNoSession = principalName !== 'none' && expectedOf(own).startsWith('401')
  if (isPlatform(home) && isNoSession) return []
  if (isRefusedFirst(own)) return [own]
  const told = isHighest(own) ? all : all.filter(({ host }) => host === own.host)
  return isPlatform(home) ? differing(own, told) : told
}

/** The highest role that may call it, or no one if all may: where its session counts for nothing, no lower one's does. */
function isHighest(own: Case): boolean {
  if (own.operation.endpoint.access === 'public') return own.principalName === 'none'
  const ranked: PrincipalName[] = ['god-admin', 'admin', 'auditor', 'user', 'mfa pending']
  const highest = ranked.find((principalName) => !isRefusedFirst({ ...own, principalName }))
  return own.principalName === (highest ?? own.principalName)
}

export function isPlatform({ tenant }: FilledTenant): boolean {
  return tenant.domain === 'admin'
}

/** Refused by session or role, before ids are read: then every other call is refused as well. */
function isRefusedFirst({ operation, principalName }: Case): boolean {
  if (operation.endpoint.access === 'public') return false
  const where = { isUnknownHost: false, isOwnHost: true, isPublicHost: false, isForeign: false }
  return /^40[13]/.test(expectedAccess(operation, principalName, where))
}

/** Of the second host only what its roles may do: the rest is no different for another organisation. */
function differing(own: Case, all: Case[]): Case[] {
  const { operation, principalName } = own
  if (principalName === 'god-admin') return all
  if (operation.endpoint.access === 'public') return principalName === 'none' ? all : [own]
  // What every user may do, one user does.
  const isForAll = !isRefusedFirst({ ...own, principalName: 'user' })
  if (isForAll && principalName !== 'user') return []
  return all.filter(({ host }) => host === own.host)
}

/** With an id that no row has. Other principals' foreign ids are compared with missing ones. */
function unknown(base: Omit<Case, 'label'>): Case[] {
  if (!/^(god-admin|admin)$/.test(base.principalName)) return []
  const { params } = base.sample
  const ids = Object.keys(params).filter((field) => typeof params[field] === 'number')
  return ids.map((field) => {
    const sample = { ...base.sample, params: { ...params, [field]: MISSING } }
    return { ...base, label: `unknown ${field}`, sample, isMissing: true }
  })
}

/** The principal's own call with each id replaced by another's. Numbers and signatures are ids. */
function swaps(own: FullSample, other: Sample) {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(other[part] ?? {}).flatMap(([field, value]) => {
      const isId = typeof value === 'number' || field === 'signature'
      if (!isId || value === own[part]?.[field]) return []
      const missing = typeof value === 'number' ? MISSING : randomBytes(32).toString('base64url')
      const withId = (id: unknown) => ({ ...own, [part]: { ...own[part], [field]: id } })
      return { field, swapped: withId(value), missing: withId(missing) }
    }),
  )
}

/** The status, and for most refusals the code, that the case must answer. */
export function expectedOf(one: Case): string {
  const { operation, principalName, home, host, sample, foreign } = one
  const access = expectedAccess(operation, principalName, {
    isUnknownHost: host === UNKNOWN_HOST,
    isOwnHost: host === home.tenant.host,
    isPublicHost: host === 'localhost',
    isForeign: foreign !== undefined,
  })
  if (access !== 'allowed' && access !== 'foreign') return access
  const expected =
    byTenant(one) ?? String(access === 'foreign' ? foreignStatus(one) : sample.status)
  return one.isMissing && !expected.startsWith('403') ? '404' : expected
}

function foreignStatus({ sample, foreign }: Case): number {
  return sample.foreign?.[foreign?.field ?? ''] ?? 404
}

/** Some operations exist only at the platform, and others reach organisations from there. */
function byTenant(one: Case): string | undefined {
  const { operation, sample, home } = one
  if (!isPlatform(home)) return PLATFORM_ONLY.find(([name]) => name.test(operation.name))?.[1]
  if (
    /^(tenants|connections|dueDates|reminders)\./.test(operation.name) &&
    'id' in (sample.params ?? {})
  )
    return onOrganisation(one)
  return isAcross(operation) ? acrossOrganisations(one) : undefined
}

/** Auditors may write in reviews only. */
const REVIEWING = /^(reviews\.|certifications\.(certify|revoke)$)/

/** The answers that permitted roles get in an organisation. */
const PLATFORM_ONLY: [name: RegExp, answer: string][] = [
  [/^adminUsers\./, '404'],
  [/^system\./, '403 forbidden'],
  [/^(tenants\.(create|suspend|reactivate|auditors)|editions\.cop(y|ies))$/, '403 forbidden'],
  [REVIEWING, '403 forbidden'],
]

const ACROSS =
  /^(users\.(?!list|export).+|userResults\..+|mfa\.reset|contentSets\.(?!list).+|content(Im|Ex)ports\.(?!sample).+|editions\.(?!cop).+)$/

/** Operations on rows of an organisation that the platform's principals may reach. */
export function isAcross({ name }: Operation): boolean {
  return ACROSS.test(name) || REVIEWING.test(name)
}

/** At the platform god-admins may name every organisation, auditors may read the assigned one, others none. */
function onOrganisation({ operation, principalName, sample, foreign }: Case): string {
  const isMixed = foreign !== undefined && namesMore(sample)
  if (principalName === 'god-admin') return isMixed ? '404' : String(sample.status)
  if (!/auditor/.test(principalName) || foreign?.field === 'id') return '404'
  return operation.endpoint.method === 'GET' ? String(sample.status) : '403 forbidden'
}

/** A connection or content set of another organisation is missing in the named one. */
function namesMore({ params, body }: FullSample): boolean {
  return 'connectionId' in params || 'family_id' in (body ?? {})
}

function acrossOrganisations(one: Case): string {
  const { operation, principalName, sample, foreign } = one
  const ofForeign = foreign && sample.foreign?.[foreign.field]
  const granted = String(ofForeign ?? sample.status)
  if (principalName === 'god-admin') return granted
  // Exports don't change the organisation.
  const isChange = operation.endpoint.method !== 'GET' && operation.name !== 'contentExports.start'
  if (isChange && !REVIEWING.test(operation.name)) return '403'
  if (!/auditor/.test(principalName)) return '404'
  return foreign ? String(foreignStatus(one)) : granted
}

/** Sends the case, by default with a new session of its principal. */
export async function send(
  t: Pick<TestApp, 'app' | 'db' | 'call'>,
  { operation: { endpoint, name }, principalName, home, host, sample }: Case,
  credentials = (principal: Principal) => credentialsOf(t, principal),
): Promise<Answer> {
  const person = home.people.get(principalName)
  if (!person) throw new Error(`${home.tenant.domain} has no ${principalName}.`)
  const { token, refresh } = await credentials(person.principal)
  const url = urlOf(endpoint, sample.params)
  const caller = await callerOf(t, endpoint, url, token)
  const query = caller.query ?? sample.query
  const cookie = refresh && name !== 'auth.login' ? `pat_rt=${refresh}` : ''
  const { type, payload } = payloadOf(endpoint, sample)
  return await t.call({
    method: endpoint.method,
    url,
    host,
    headers: {
      tenant: host,
      ...caller.headers,
      ...(await cookiesFor(t, endpoint, host, cookie)),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
  })
}

async function cookiesFor(
  { call }: Pick<TestApp, 'call'>,
  endpoint: Endpoint,
  host: string,
  cookie: string,
) {
  if (endpoint.cookie) return await xsrfOf(call, host, cookie)
  return endpoint.byLink ? { cookie } : {}
}

type Caller = { headers?: Record<string, string>; query?: Record<string, string> }

/** A link of the session if the endpoint needs one, or the token itself if no link can be signed for it. */
async function callerOf(
  { app: { tokens } }: Pick<TestApp, 'app'>,
  { byLink }: Endpoint,
  path: string,
  token: string | undefined,
): Promise<Caller> {
  if (token === undefined) return {}
  if (!byLink) return { headers: withToken(token) }
  const claims = await tokens.verify(token).catch(() => undefined)
  return { query: { token: claims ? await tokens.signLink(claims, path) : token } }
}

function payloadOf({ foreign, isRaw }: Endpoint, { body, bytes }: Sample) {
  if (isRaw) return { type: 'application/octet-stream', payload: bytes }
  if (!foreign || !body) return { payload: body }
  const form = new URLSearchParams(body as Record<string, string>).toString()
  return { type: 'application/x-www-form-urlencoded', payload: form }
}

/** For example `200` or `404 not-found`. */
export function outcomeOf({ statusCode, body }: Answer): string {
  if (statusCode < 400) return String(statusCode)
  return `${statusCode} ${(JSON.parse(body) as { code: string }).code}`
}

/** The parts of an answer that must be the same for a foreign id and a missing one. */
export function sameness({ statusCode, headers, body }: Answer): string {
  const { 'x-request-id': _, date: __, 'set-cookie': ___, ...rest } = headers
  return JSON.stringify([statusCode, rest, body.replace(/"request_id":"[^"]+"/, '')])
}
