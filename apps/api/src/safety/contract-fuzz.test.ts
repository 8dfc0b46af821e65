import { cleanLine } from 'contract/clean-text'
import { withToken, xsrfOf } from '#testing/client.ts'
import fc from 'fast-check'
import type { Endpoint } from 'contract/endpoint'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mayCall } from '#core/permissions.ts'
import { answerFault } from '#testing/answer-fault.ts'
import { anMfaToken } from '#testing/authenticator.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { readTables } from '#testing/catalogue.ts'
import * as hostile from '#testing/hostile.ts'
import { copyReviewIds } from '#testing/certifying.ts'
import { aSession } from '#testing/factories.ts'
import { keepRows } from '#testing/row-versions.ts'
import { sampleOf } from '#testing/samples.ts'
import { type Operation, operations, patternOf, urlOf } from '#testing/operations.ts'
import { aFilledTenant } from '#testing/tenant-fixture.ts'
import { type Answer, testApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

/** The number of random calls for each operation. */
const CASES = Number(process.env.FUZZ_CASES ?? rounds(10, 1000))
/** The same calls in every `npm test`: which operations a few random calls reach varies. */
const SEED = Number(process.env.FUZZ_SEED ?? rounds(1, Date.now() % 2 ** 31))

/** In milliseconds of this thread's work, which doesn't grow when the machine is busy. */
const SLOWEST = 2000

const isPlatforms = ({ path, access }: Endpoint) =>
  access === 'certify-assessments' || /^\/admin-(users|invites)/.test(path)
const fixtureOf = (endpoint: Endpoint) => (isPlatforms(endpoint) ? platform : organisation)
const succeeded = new Map<string, number>()
/** By user, until a call may have ended the session. */
const tokens = new Map<number, string>()

const t = await testApp({ works: false })
const organisation = await aFilledTenant(t, 'fuzzed', ['admin'])
const platform = await aFilledTenant(t, 'admin', ['god-admin'])
copyReviewIds(organisation.people.get('admin')?.ids, platform.people.get('god-admin')?.ids)
// One caller may call every operation of an organisation.
await t.owner.query(`update users set roles = '{admin,god-admin}' where 'admin' = any(roles)`)
const tables = await readTables(t.owner)
const columns = [...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))]
const { restore } = await keepRows(t.owner)
beforeEach(async () => {
  tokens.clear()
  await restore()
})
afterAll(() => console.info(`contract fuzz: FUZZ_SEED=${SEED}`))

test.each(operations)(
  '$name answers any input within the contract, never with a 5xx',
  async (operation) => {
    const check = (calls: fc.Arbitrary<Sent>, numRuns: number) =>
      fc.assert(
        fc.asyncProperty(calls, (sent) => judge(operation, sent)),
        { seed: SEED, numRuns },
      )
    if (!isCostly(operation.endpoint)) return await check(callOf(operation), CASES)
    // Invalid input is refused before the costly work.
    const some = Math.ceil(CASES / 4)
    await check(callOf(operation), some)
    await check(callOf(operation, { isBroken: true }), CASES - some)
  },
  120_000,
)

test.each(
  operations.filter(({ endpoint }) => endpoint.body && !endpoint.foreign && isPersons(endpoint)),
)(
  '$name refuses every column name that is not its own property by name, and changes nothing',
  async (operation) => {
    const sample = sampleOf(operation, callerOf(operation.endpoint).ids)
    const own = Object.keys(sample.body ?? {})
    const foreign = columns.filter((name) => !own.includes(name) && !isOptional(operation, name))
    const before = await rows()
    const answer = await send(operation.endpoint, {
      url: urlOf(operation.endpoint, sample.params),
      payload: { ...sample.body, ...Object.fromEntries(foreign.map((column) => [column, 1])) },
    })
    const fields = Object.fromEntries(
      foreign.map((name) => [name, 'This request doesn’t accept this field']),
    )
    expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([400, fields])
    expect(await rows()).toBe(before)
  },
)

// Few calls reach an operation by chance. The access matrix makes a permitted call of each.
test.runIf(process.env.PROOF !== undefined)(
  'every operation accepted some calls, except those that need more than a valid schema',
  () => {
    const never = operations.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name)
    // They need a cookie, a provider, the platform, a signature, a filled-in workbook, the present version or another state.
    const cannot = `auth.refresh downloads.ownFile downloads.wholeFile editions.copies editions.copy editions.publish editions.remove
    identities.startSalesforce identities.linkSalesforce identities.linkSso mfa.start mfa.confirm oidc.nonce oidc.signin
    questions.answer registration.register reviews.confirm system.discard system.get
    system.jobs system.mails system.retry tenants.auditors tenants.create tenants.reactivate tenants.suspend termsEditing.publish`
    expect(never.toSorted()).toEqual(cannot.split(/\s+/).toSorted())
  },
)

// PostgreSQL can't store NUL; the other characters hide text. Fields that aren't texts refuse both with 400.
test.each(
  operations.filter(
    ({ endpoint }) =>
      endpoint.query instanceof z.ZodObject && !endpoint.redirect && !endpoint.byLink,
  ),
)(
  '$name answers hidden characters in a query parameter as if they weren’t there',
  async ({ name, endpoint }) => {
    const { params } = sampleOf({ name, endpoint }, callerOf(endpoint).ids)
    for (const field of Object.keys((endpoint.query as z.ZodObject).shape)) {
      for (const value of ['a\u0000b', 'a\u202eb', '\u001b[2J']) {
        const statusOf = async (text: string) => {
          const url = `${urlOf(endpoint, params)}?${new URLSearchParams({ [field]: text })}`
          return (await send(endpoint, { url })).statusCode
        }
        const same = await statusOf(cleanLine(value))
        expect([field, await statusOf(value)]).toEqual([field, same])
      }
    }
  },
)

const METHODS = ['PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

test('a method without an operation is refused with 404 on every path', async () => {
  const byPath = new Map(operations.map(({ endpoint }) => [endpoint.path, endpoint]))
  for (const endpoint of byPath.values()) {
    const known = operations.filter((other) => patternOf(other.endpoint).test(endpoint.path))
    for (const method of METHODS) {
      if (known.some((other) => other.endpoint.method === method)) continue
      const { statusCode } = await t.call({
        method,
        host: organisation.tenant.host,
        url: urlOf(endpoint, { id: 1, elementId: 1 }),
      })
      expect([method, endpoint.path, statusCode]).toEqual([method, endpoint.path, 404])
    }
  }
})

type Fields = Record<string, unknown>
type Sent = { url: string; payload?: string | object; type?: string }

/** Calls of an operation. About half are valid: the sample, with one field or all fields from the schema. */
function callOf(operation: Operation, { isBroken = false } = {}): fc.Arbitrary<Sent> {
  const { endpoint } = operation
  const sample = sampleOf(operation, callerOf(operation.endpoint).ids)
  const params = isBroken ? hostileParams : fc.oneof(fc.constant(sample.params), hostileParams)
  const url = fc
    .tuple(params, fc.option(hostile.query), queryOf(endpoint))
    .map(([values, wrong, query]) => {
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name]))
      return `/api${path}${wrong === null ? query : `?${wrong}`}`
    })
  if (endpoint.isRaw) return fc.record({ url, ...hostile.sentBytes(sample.bytes) })
  if (!endpoint.body) return fc.record({ url })
  if (endpoint.foreign) return fc.record({ url, ...hostile.postedForm(sample.body) })
  const anything = arbitraryOf(endpoint.body, idsOf(endpoint)) as fc.Arbitrary<Fields>
  const sampled = fc.constant(sample.body ?? {})
  const near = fc
    .tuple(sampled, anything, fc.nat())
    .map(([body, other, at]) => Object.assign({}, body, oneField(other, at)))
  const valid = fc.oneof(sampled, near, anything)
  const broken = hostile.brokenBody(valid, columns)
  const json = valid.map((body) => JSON.stringify(body))
  const payload = isBroken ? broken : fc.oneof(json, broken)
  return fc.record({ url, payload, type: hostile.contentType })
}

const hostileParams = fc.record({
  id: hostile.segment,
  elementId: hostile.segment,
}) as fc.Arbitrary<Record<string, string | number>>

function oneField(fields: Fields, at: number) {
  const names = Object.keys(fields)
  const name = names[at % Math.max(1, names.length)]
  return name === undefined ? {} : { [name]: fields[name] }
}

function idsOf(endpoint: Endpoint): number[] {
  return Object.values(callerOf(endpoint).ids).filter((id) => typeof id === 'number')
}

function queryOf(endpoint: Endpoint): fc.Arbitrary<string> {
  if (!endpoint.query) return fc.constant('')
  return arbitraryOf(endpoint.query, idsOf(endpoint)).map(
    (fields) => `?${new URLSearchParams(fields as Record<string, string>).toString()}`,
  )
}

async function judge({ name, endpoint }: Operation, sent: Sent): Promise<void> {
  const before = process.threadCpuUsage()
  const answer = await send(endpoint, sent)
  const { user, system } = process.threadCpuUsage(before)
  const took = (user + system) / 1000
  if (answer.statusCode < 400) succeeded.set(name, (succeeded.get(name) ?? 0) + 1)
  if (answer.statusCode >= 500) throw new Error(`${answer.statusCode}: ${answer.body}`)
  if (took > SLOWEST) throw new Error(`It took ${Math.round(took)} ms of work.`)
  const fault = answerFault(endpoint, answer)
  if (fault !== undefined) throw new Error(`${answer.statusCode}: ${fault}`)
}

async function send(endpoint: Endpoint, { url, payload, type }: Sent): Promise<Answer> {
  const { method, path, cookie, access } = endpoint
  const { tenant } = fixtureOf(endpoint)
  // Registration works at the public host only.
  const host = path.startsWith('/register/request') ? 'localhost' : tenant.host
  const { user } = callerOf(endpoint).principal
  const owner = { id: user.id, tenantId: tenant.id }
  const token = access === 'mfa' ? await anMfaToken(t, owner) : await tokenOf(user.id, tenant.id)
  const answer = await t.call({
    method,
    url,
    host,
    ...(payload !== undefined && { payload }),
    headers: {
      ...withToken(token),
      ...(typeof payload === 'string' && { 'content-type': type ?? 'application/json' }),
      ...(cookie && (await xsrfOf(t.call, host))),
    },
  })
  // A refused call ends no session; an accepted one may.
  if (answer.statusCode < 400 || answer.statusCode === 401) tokens.clear()
  return answer
}

async function tokenOf(userId: number, tenantId: number): Promise<string> {
  const known = tokens.get(userId)
  if (known !== undefined) return known
  const sessionId = await aSession(t.db, { id: userId, tenantId })
  const token = await t.app.tokens.sign({ userId, tenantId, sessionId })
  tokens.set(userId, token)
  return token
}

/** The rows that a body could change. */
async function rows(): Promise<string> {
  const { rows } = await t.owner.query(`select
    (select json_agg(x order by id) from users x)::text || (select json_agg(x order by id) from assessments x)::text
    || (select json_agg(x) from responses x)::text || (select json_agg(x) from notes x)::text as all`)
  return String(rows[0]?.all)
}

// Others refuse the caller before they read the body.
function isPersons({ access }: Endpoint): boolean {
  return access === 'mfa' || mayCall(['admin'], access)
}

function isOptional({ endpoint }: Operation, name: string): boolean {
  return endpoint.body instanceof z.ZodObject && name in endpoint.body.shape
}

function isCostly({ body, file }: Endpoint): boolean {
  return (body instanceof z.ZodObject && 'password' in body.shape) || file !== undefined
}

function callerOf(endpoint: Endpoint) {
  const role = isPlatforms(endpoint) ? 'god-admin' : 'admin'
  const found = fixtureOf(endpoint).people.get(role)
  if (!found) throw new Error(`There is no ${role}.`)
  return found
}
