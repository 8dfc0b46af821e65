import { randomBytes } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint'
import { xsrfOf } from './client.ts'
import { type Where, expectedAccess } from './expected-access.ts'
import { type Operation, urlOf } from './operations.ts'
import type { FilledTenant } from './tenant-fixture.ts'
import {
  type Credentials,
  type Principal,
  type PrincipalName,
  credentialsOf,
} from './principals.ts'
import { type Ids, type Sample, samples } from './samples.ts'
import type { Answer, CallOptions, TestApp } from './test-app.ts'

export type Case = {
  operation: Operation
  who: PrincipalName
  home: FilledTenant
  host: string
  where: Where
  sample: Sample
  /** The field that holds a foreign id, and the same call with an id that never was. */
  foreign?: { field: string; never: Sample }
  label: string
}

/** Where a call can come to: the own host, others' hosts, and the own host with foreign ids, one at a time. */
export function casesOf(
  operation: Operation,
  home: FilledTenant,
  other: FilledTenant,
  third: string,
): Case[] {
  return [...home.people].flatMap(([who, { ids }]) => {
    const sample = sampleOf(operation, ids)
    const base = { operation, who, home, sample }
    const hosts: [host: string, label: string][] = [
      [home.tenant.host, 'own host'],
      [other.tenant.host, "other tenant's host"],
      [third, third],
      ['nobody.localhost', 'unknown host'],
    ]
    const colleague = home.people.get(who === 'user' ? 'admin' : 'user')
    const strangers: [ids: Ids | undefined, label: string][] = [
      [other.people.get('user')?.ids, "other tenant's"],
      [sample.isShared ? undefined : colleague?.ids, "colleague's"],
    ]
    return [
      ...hosts.map(([host, label]) => ({
        ...base,
        host,
        label,
        where: {
          isUnknownHost: host === 'nobody.localhost',
          isOwnHost: host === home.tenant.host,
          isPublicHost: host === 'localhost',
          isForeign: false,
        },
      })),
      ...strangers.flatMap(([foreign, label]) =>
        foreign
          ? swaps(sample, sampleOf(operation, foreign)).map(([field, swapped, never]) => ({
              ...base,
              host: home.tenant.host,
              label: `${label} ${field}`,
              where: {
                isUnknownHost: false,
                isOwnHost: true,
                isPublicHost: false,
                isForeign: true,
              },
              sample: swapped,
              foreign: { field, never },
            }))
          : [],
      ),
    ]
  })
}

export function sampleOf({ name }: Operation, ids: Ids): Sample {
  const make = samples[name]
  if (!make) throw new Error(`Add a rightful call of ${name} to testing/samples.ts.`)
  return make(ids)
}

// An id is a number or a signature; other fields may well be the same for everybody.
function swaps(own: Sample, foreign: Sample): [field: string, swapped: Sample, never: Sample][] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(foreign[part] ?? {})
      .filter(
        ([field, value]) =>
          value !== own[part]?.[field] && (typeof value === 'number' || field === 'signature'),
      )
      .map(([field, value]): [string, Sample, Sample] => {
        const never =
          typeof value === 'number' ? 999_999_999_999 : randomBytes(32).toString('base64url')
        return [field, withField(own, part, field, value), withField(own, part, field, never)]
      }),
  )
}

function withField(
  sample: Sample,
  part: 'params' | 'query' | 'body',
  field: string,
  value: unknown,
): Sample {
  return { ...sample, [part]: { ...sample[part], [field]: value } }
}

/** What the case must answer. */
export function expectedOf(one: Case): string {
  const { operation, who, where, sample, foreign } = one
  const access = expectedAccess(operation, who, where)
  if (access !== 'allowed' && access !== 'foreign') return access
  const elsewhere = ofPlatformAndOrganisations(one, access)
  if (elsewhere !== undefined) return elsewhere
  if (access === 'allowed') return String(sample.status ?? 200)
  return foreignOf(sample, foreign)
}

function foreignOf(sample: Sample, foreign: Case['foreign']): string {
  return String((foreign && sample.foreign?.[foreign.field]) ?? 404)
}

/** What the place itself decides: some things are at the platform alone, others are reached from it or are not there. */
function ofPlatformAndOrganisations(one: Case, access: 'allowed' | 'foreign'): string | undefined {
  const { operation, sample, home } = one
  if (home.tenant.domain !== 'admin')
    return PLATFORM_ONLY.find(([name]) => name.test(operation.name))?.[1]
  if (OF_ORGANISATION.test(operation.name) && 'id' in (sample.params ?? {})) return inView(one)
  return isAcross(operation) ? acrossOrganisations(one, access) : undefined
}

/** What auditors do: they may write here, and here alone. */
const REVIEWING = /^(reviews\.|certifications\.(certify|revoke)$)/

/** Only at the platform, whoever calls, and what is answered elsewhere. */
const PLATFORM_ONLY: [name: RegExp, answer: string][] = [
  [/^adminUsers\./, '404'],
  [/^(tenants\.(create|suspend|reactivate|auditors)|editions\.cop(y|ies))$/, '403 forbidden'],
  [REVIEWING, '403 forbidden'],
]

/** The id in the path is an organisation's. */
const OF_ORGANISATION = /^(tenants|connections)\./

/** Operations on something of an organisation: from the platform they reach those in view. */
export function isAcross({ name }: Operation): boolean {
  return (
    /^(users\.(?!list|export).+|userResults\..+|mfa\.reset|contentSets\.(?!list).+|content(Im|Ex)ports\..+|editions\.(?!cop).+)$/.test(
      name,
    ) || REVIEWING.test(name)
  )
}

// On the platform: every organisation for god-admins, the assigned one for auditors to read, none for others.
function inView({ operation, who, sample, foreign }: Case): string {
  const done = String(sample.status ?? 200)
  // A connection is one organisation's: named with another, it is not there.
  if (who === 'god-admin') return foreign && 'connectionId' in (sample.params ?? {}) ? '404' : done
  if (!/auditor/.test(who) || foreign?.field === 'id') return '404'
  return operation.endpoint.method === 'GET' ? done : '403 forbidden'
}

function acrossOrganisations(
  { operation, who, sample, foreign }: Case,
  access: 'allowed' | 'foreign',
): string {
  const granted = String((foreign && sample.foreign?.[foreign.field]) ?? sample.status ?? 200)
  if (who === 'god-admin') return granted
  if (isChange(operation) && !REVIEWING.test(operation.name)) return '403'
  if (!/auditor/.test(who)) return '404'
  return access === 'allowed' ? granted : foreignOf(sample, foreign)
}

/** To ask for a file changes nothing of what it shows. */
function isChange({ endpoint, name }: Operation): boolean {
  return endpoint.method !== 'GET' && name !== 'contentExports.start'
}

const BYTES = 'application/octet-stream'
const FORM = 'application/x-www-form-urlencoded'

/** Sends the case, with a new session of its principal unless there are credentials to use. */
export async function send(
  t: Pick<TestApp, 'app' | 'db' | 'call'>,
  { operation: { endpoint, name }, who, home, host, sample }: Case,
  give: (principal: Principal) => Promise<Credentials> = (principal) => credentialsOf(t, principal),
): Promise<Answer> {
  const person = home.people.get(who)
  if (!person) throw new Error(`${home.tenant.domain} has no ${who}.`)
  const { token, refresh } = await give(person.principal)
  const cookie = refresh && name !== 'auth.login' ? `__Host-pat_rt=${refresh}` : ''
  const options: CallOptions = {
    method: endpoint.method,
    url: urlOf(endpoint, sample.params),
    host,
    headers: {
      tenant: host,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(endpoint.cookie && (await xsrfOf(t.call, host, cookie))),
      ...typeOf(endpoint, sample),
    },
    ...(sample.query && { query: sample.query }),
    ...bodyOf(endpoint, sample),
  }
  return await t.call(options)
}

function typeOf({ foreign, isRaw }: Endpoint, { body }: Sample): Record<string, string> {
  if (isRaw) return { 'content-type': BYTES }
  return foreign && body ? { 'content-type': FORM } : {}
}

function bodyOf({ foreign }: Endpoint, { body, bytes }: Sample): Partial<CallOptions> {
  if (bytes !== undefined) return { payload: bytes }
  if (!body) return {}
  return {
    payload: foreign ? new URLSearchParams(body as Record<string, string>).toString() : body,
  }
}

/** `200`, or `404 not-found`: the status and, of a refusal, the code. */
export function outcomeOf({ statusCode, body }: Answer): string {
  if (statusCode < 400) return String(statusCode)
  return `${statusCode} ${(JSON.parse(body) as { code: string }).code}`
}

/** Everything of an answer but what must differ each time. */
export function sameness({ statusCode, headers, body }: Answer): string {
  const { 'x-request-id': _, date: __, 'set-cookie': ___, ...rest } = headers
  return JSON.stringify([statusCode, rest, body.replace(/"request_id":"[^"]+"/, '')])
}
