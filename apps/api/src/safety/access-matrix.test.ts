import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTenantTables } from '#testing/catalogue.ts'
import { type Checksums, changesOf, checksumReader } from '#testing/checksum.ts'
import { OPEN_BEFORE_TERMS, accessByPath } from '#testing/expected-access.ts'
import {
  type Case,
  casesOf,
  expectedOf,
  isAcross,
  outcomeOf,
  sameness,
  send,
} from '#testing/matrix.ts'
import { type Operation, operations } from '#testing/operations.ts'
import { type Place, aPlace } from '#testing/place.ts'
import { lendReviews } from '#testing/certifying.ts'
import { aConnection } from '#testing/factories.ts'
import { keepRows } from '#testing/keep-rows.ts'
import { type Credentials, type Principal, credentialsOf } from '#testing/principals.ts'
import { samples } from '#testing/samples.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

// `badminton` holds the word admin, which the specification's scope rule is misled by: looks only, no authority.
const HOMES = ['acme', 'badminton', 'admin']

// An organisation knows who audits it, and nobody else's organisation does: this name is a marker of its own.
const AUDITOR = 'Auditor of acme'

let t: TestApp
let read: () => Promise<Checksums>
let restore: () => Promise<void>
const places = new Map<string, Place>()
const counts = { calls: 0, refused: 0, foreign: 0 }
const markersSeen = new Set<string>()

beforeAll(async () => {
  t = await startTestApp({ works: false })
  for (const domain of HOMES) places.set(domain, await aPlace(t, domain))
  places.set('globex', await aPlace(t, 'globex', ['user', 'admin']))
  await assignAuditors()
  await t.owner.query(`update tenants set logo = '\\x89504e47' where logo is null`)
  read = checksumReader(t.owner, await readTenantTables(t.owner))
  restore = await keepRows(t.owner)
}, 120_000)

afterAll(async () => {
  await t.close()
  console.info(
    `access matrix: ${operations.length} operations, ${counts.calls} calls, ${counts.refused} refused, ${counts.foreign} with foreign ids`,
  )
})

test('every operation is bound, has a sample, and its access is what its path promises', () => {
  const wrong = operations.filter(
    (operation) =>
      accessByPath(operation) !== operation.endpoint.access ||
      (operation.endpoint.beforeTerms ?? false) !== OPEN_BEFORE_TERMS.includes(operation.name) ||
      !(operation.name in samples) ||
      !t.http.hasRoute({
        method: operation.endpoint.method,
        url: `/api${operation.endpoint.path}`,
      }),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  const names = new Set(operations.map(({ name }) => name))
  expect(Object.keys(samples).filter((name) => !names.has(name))).toEqual([])
})

test('every bound route is an operation of the contract, the documentation, or a file', () => {
  const known = new Set(operations.map(({ endpoint: { method, path } }) => `${method} /api${path}`))
  const others = boundRoutes(t.http.printRoutes({ commonPrefix: false })).filter(
    (route) => !known.has(route) && !/^(HEAD|OPTIONS) /.test(route),
  )
  expect(others.filter((route) => !/^GET \/api\/(docs(\/.*)?|openapi\.json)$/.test(route))).toEqual(
    [],
  )
})

describe.each(HOMES)('people of %s', (domain) => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s answers whom it should, and nobody else learns or changes anything',
    async (_, operation) => {
      expect(await walk(domain, operation)).toEqual([])
    },
    60_000,
  )
})

test('the markers can be seen at all: a rightful answer holds the own tenant’s', () => {
  expect([...markersSeen].sort()).toEqual(
    expect.arrayContaining([
      'assessments.quiz',
      'attachments.content',
      'mails.outbox',
      'reports.csv',
      'reports.get',
      'account.me',
    ]),
  )
  expect(counts.calls).toBeGreaterThanOrEqual(4000)
})

async function walk(domain: string, operation: Operation): Promise<string[]> {
  const cases = casesOf(operation, placeOf(domain), placeOf('globex'), thirdHost(domain))
  const isAllowed = (one: Case) => expectedOf(one).startsWith('2')
  const [allowed, refused] = [cases.filter(isAllowed), cases.filter((one) => !isAllowed(one))]
  const wrong: string[] = []
  const before = await read()
  const kept = keptCredentials()
  // In fives: as many as the pool has connections.
  for (let at = 0; at < refused.length; at += 5)
    wrong.push(
      ...(await Promise.all(refused.slice(at, at + 5).map((one) => judge(one, kept)))).flat(),
    )
  const between = await read()
  wrong.push(...unexpected(changesOf(before, between), operation, []))
  for (const one of allowed) wrong.push(...(await judge(one)))
  // Who takes a content set out is recorded.
  const isRead = operation.endpoint.method === 'GET' && !/\.export/.test(operation.name)
  const mayChange = isRead ? [] : allowed.flatMap((one) => hostsOf(one))
  wrong.push(...unexpected(changesOf(between, await read()), operation, mayChange))
  await restore()
  return wrong
}

/** Whose rows a rightful call may change: from the platform those of the organisations that it reaches. */
function hostsOf({ operation, home, host, sample }: Case): string[] {
  const isOfMany = isAcross(operation) || operation.name === 'editions.copy'
  const isElsewhere = home.tenant.domain === 'admin' && isOfMany
  if (isElsewhere) return ['acme.localhost', 'globex.localhost']
  const named = [...places.values()].find(({ tenant }) => tenant.id === sample.params?.id)
  return [host, ...(named ? [named.tenant.host] : [])]
}

/** What is refused ends no session: one of each principal will do. A pending sign-in counts what is tried. */
function keptCredentials() {
  const kept = new Map<Principal, Promise<Credentials>>()
  return async (principal: Principal): Promise<Credentials> => {
    const made = kept.get(principal) ?? credentialsOf(t, principal)
    if (principal.name !== 'mfa pending') kept.set(principal, made)
    return await made
  }
}

/** Sends one case and answers what is wrong about it. */
async function judge(
  one: Case,
  give?: (principal: Principal) => Promise<Credentials>,
): Promise<string[]> {
  const answer = await send(t, one, give)
  const [seen, expected] = [outcomeOf(answer), expectedOf(one)]
  const about = `${one.who}, ${one.label}`
  counts.calls += 1
  if (answer.statusCode >= 400) counts.refused += 1
  const wrong = seen.startsWith(expected) ? [] : [`${about}: ${seen}, not ${expected}`]
  // A god-admin of the platform knows every organisation; what is not in it is told in its own words.
  const knows = one.who === 'god-admin' && one.home.tenant.domain === 'admin'
  if (one.foreign && answer.statusCode >= 400 && !knows) {
    counts.foreign += 1
    const never = await send(t, { ...one, sample: one.foreign.never }, give)
    if (sameness(answer) !== sameness(never)) wrong.push(`${about}: tells that the id exists`)
  }
  return [...wrong, ...leaks(one, answer).map((whose) => `${about}: shows a text of ${whose}`)]
}

/** Whose texts the answer holds without right. */
function leaks(one: Case, answer: Answer): string[] {
  const text = `${answer.body}\n${JSON.stringify(answer.headers)}`
  const isOk = answer.statusCode < 400
  const knowsAuditor = isOk && ['acme.localhost', 'admin.localhost'].includes(one.host)
  const others = text.includes(AUDITOR) && !knowsAuditor ? [AUDITOR] : []
  const all = isOk && isSeenWhole(one) ? [] : [...places.values()]
  const tenants = all
    .filter((place) => showsWithoutRight(one, place, text, isOk))
    .map(({ tenant }) => tenant.domain)
  return [...others, ...tenants]
}

function showsWithoutRight(one: Case, place: Place, text: string, isOk: boolean): boolean {
  const isHosts = place.tenant.host === one.host
  const [isNamed, isShown] = [place.nameMarker, place.marker].map((word) => text.includes(word))
  if (isOk && isHosts && isShown) markersSeen.add(one.operation.name)
  const isRightful = isOk && (isHosts || isInView(one, place, isShown))
  return Boolean(isNamed || isShown) && !isRightful
}

// What shows a god-admin of the platform the rows of every organisation.
function isSeenWhole({ home, who, host, operation }: Case): boolean {
  const isPlatform = home.tenant.domain === 'admin' && host === home.tenant.host
  return isPlatform && who === 'god-admin' && operation.name === 'invitations.all'
}

/** Operations that show organisations in view by name, and those that show rows of them. */
const SHOWS_NAMES =
  /^(tenants|access|people|person|connections|find|audit|dashboard|participation|termsEditing|contentSets|contentImports|contentExports|editions|reviews)\.|^certifications\.(certify|revoke)$/
const SHOWS_ROWS =
  /^(people|person|connections|find|audit|dashboard|participation|termsEditing|contentSets|contentImports|contentExports|editions|reviews)\.|^certifications\.(certify|revoke)$/

// The platform's god-admins see every organisation, its auditors those that they are assigned to.
function isInView({ home, who, host, operation }: Case, place: Place, isMoreThanName = false) {
  if (home.tenant.domain !== 'admin' || host !== home.tenant.host) return false
  if (!(isMoreThanName ? SHOWS_ROWS : SHOWS_NAMES).test(operation.name)) return false
  return who === 'god-admin' || (/auditor/.test(who) && place.tenant.domain === 'acme')
}

/** Changed tables of tenants that nothing rightful was done to. New sessions and second steps are the test's own. */
function unexpected(changes: string[], { name }: Operation, hosts: string[]): string[] {
  const tenants = [...places.values()].filter(({ tenant }) => hosts.includes(tenant.host))
  const ids = new Set(tenants.map(({ tenant }) => String(tenant.id)))
  return changes
    .filter((change) => !ids.has(change.split('/')[0] ?? '') && !isUsual(change, name, hosts))
    .map((change) => `changed ${change}`)
}

/** Traces that the calls leave elsewhere. */
function isUsual(change: string, name: string, hosts: string[]): boolean {
  const [id = '', table = ''] = change.split('/')
  if (['sessions', 'refresh_tokens', 'mfa_challenges'].includes(table))
    return !isPlaceOf(id, 'globex')
  // A new organisation has its first rows, and nobody else's change.
  if (name === 'tenants.create') return !isPlace(id)
  // Wishes for a link are noted where they are uttered, the public organisation too.
  if (name.startsWith('registration.request')) return isAsked(id, table)
  if (table !== 'audit_events') return false
  // A refused sign-in is recorded where it was tried, a list that is taken wherever it holds people of.
  return (
    /^(auth\.login|sso\.)/.test(name) ||
    (/^(people|participation)\.export/.test(name) && hosts.length > 0)
  )
}

function isAsked(id: string, table: string): boolean {
  return !isPlace(id) && ['one_time_links', 'audit_events'].includes(table)
}

function isPlace(id: string): boolean {
  return [...places.values()].some(({ tenant }) => String(tenant.id) === id)
}

function isPlaceOf(id: string, domain: string): boolean {
  return String(placeOf(domain).tenant.id) === id
}

function thirdHost(domain: string): string {
  return domain === 'admin' ? 'localhost' : 'admin.localhost'
}

function placeOf(domain: string): Place {
  const place = places.get(domain)
  if (!place) throw new Error(`There is no ${domain}.`)
  return place
}

/** On the platform, the customer that one may name is the assigned organisation, as are the people. */
async function assignAuditors() {
  const [platform, acme] = [placeOf('admin'), placeOf('acme')]
  for (const [who, { ids }] of platform.people) {
    const theirs = acme.people.get(who)?.ids
    const { member = 0, memberReport = 0, contentImport, contentExport } = theirs ?? {}
    const connection = await aConnection(t.db, acme.tenant)
    lendReviews(theirs, ids)
    Object.assign(ids, {
      tenant: acme.tenant.id,
      ...acme.contentIds,
      template: platform.contentSetId,
      contentImport,
      contentExport,
      member,
      memberReport,
      connection,
    })
  }
  for (const who of ['auditor', 'admin+auditor'] as const) {
    const auditor = platform.people.get(who)?.principal.user.id ?? 0
    const tenant_id = platform.tenant.id
    await t.db
      .insertInto('tenant_auditors')
      .values({ tenant_id, auditor_id: auditor, organisation_id: acme.tenant.id })
      .execute()
    await t.db.updateTable('users').set({ name: AUDITOR }).where('id', '=', auditor).execute()
  }
}

/** `GET /api/user` and so on, from the router's own tree. */
function boundRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', rest = ''] = /^([\s│]*)[├└]── (.*)$/.exec(line) ?? []
    if (rest === '') return []
    const depth = Math.floor(indent.length / 4)
    const [segment = '', methods = ''] = rest.split(/ \(|\)/)
    path.splice(depth, path.length, segment)
    return methods === '' || methods === '-'
      ? []
      : methods.split(', ').map((method) => `${method} ${path.join('')}`)
  })
}
