import { expect, test } from 'vitest'
import { answerFault } from './answer-fault.ts'
import { GLOBAL_TABLES } from './catalogue.ts'
import { copyReviewIds } from './certifying.ts'
import { aConnection, aUser } from './factories.ts'
import {
  type Case,
  casesOf,
  expectedOf,
  isAcross,
  isPlatform,
  outcomeOf,
  sameness,
  send,
} from './matrix.ts'
import { type Operation, operations } from './operations.ts'
import { type Credentials, type Principal, credentialsOf } from './principals.ts'
import { changesOf, keepRows } from './row-versions.ts'
import { type FilledTenant, aFilledTenant } from './tenant-fixture.ts'
import { type Answer, type TestApp, testApp } from './test-app.ts'

/** The platform's auditors have this name. Only the organisation that they audit and the platform may see it. */
const AUDITOR = 'Auditor of badminton'

let t: TestApp
let tenants: Record<'badminton' | 'globex' | 'admin', FilledTenant>

/**
 * Calls every operation as every principal of an organisation and of the platform, at every host and with other
 * people's ids. The name badminton contains "admin", which must not give its users the platform's rights.
 */
export async function describeAccess() {
  t = await testApp({ works: false })
  tenants = {
    badminton: await aFilledTenant(t, 'badminton'),
    globex: await aFilledTenant(t, 'globex', ['user', 'admin']),
    admin: await aFilledTenant(t, 'admin'),
  }
  await assignAuditors()
  await t.owner.query(`update tenants set logo = '\\x89504e47' where logo is null`)
  const shared = await openSessions()
  const { read, restore } = await keepRows(t.owner)
  let before = await read()
  let calls = 0
  const shownMarkers = new Set<string>()
  const changedTables = new Set<string>()

  test.each(operations)(
    '$name answers permitted roles only, and neither shows nor changes rows of other tenants',
    async (operation) => expect(await faultsOf(operation)).toEqual([]),
    60_000,
  )

  test('permitted answers show the markers of the own tenant, and their changes are noticed', () => {
    const shown =
      'account.me assessments.quiz attachments.content mails.outbox reports.csv reports.get'
    expect(shown.split(' ').filter((name) => !shownMarkers.has(name))).toEqual([])
    expect(calls).toBeGreaterThanOrEqual(4000)
    const changed = ['audit_events', 'one_time_links', 'users']
    expect(changed.filter((table) => !changedTables.has(table))).toEqual([])
  })

  async function faultsOf(operation: Operation): Promise<string[]> {
    const cases = [tenants.badminton, tenants.admin].map((home) =>
      casesOf(operation, home, tenants.globex),
    )
    const isAllowed = (one: Case) => expectedOf(one).startsWith('2')
    const refused = cases.flat().filter((one) => !isAllowed(one))
    const faults: string[] = []
    const missing = new Map<string, Promise<Answer>>()
    // A pending sign-in counts its attempts.
    const credentials = operation.endpoint.access === 'mfa' ? undefined : shared
    // Five calls at a time, because the pool has five connections.
    for (let at = 0; at < refused.length; at += 5) {
      const calls = refused.slice(at, at + 5).map((one) => check(one, missing, credentials))
      faults.push(...(await Promise.all(calls)).flat())
    }
    const between = await read()
    faults.push(...unexpected(changesOf(before, between), operation, []))
    before = between
    // What only reads changes nothing, so one look after the calls of both homes is enough.
    for (const some of isRead(operation) ? [cases.flat()] : cases) {
      const allowed = some.filter(isAllowed)
      if (allowed.length > 0) faults.push(...(await changeFaults(operation, allowed, missing)))
    }
    before = await restore(before)
    return faults
  }

  /** Permitted calls of one home, one after another, and what they may not change. */
  async function changeFaults(
    operation: Operation,
    allowed: Case[],
    missing: Map<string, Promise<Answer>>,
  ): Promise<string[]> {
    const faults: string[] = []
    const isGet = operation.endpoint.method === 'GET'
    const credentials = isGet && operation.endpoint.access !== 'mfa' ? shared : undefined
    for (const one of allowed) faults.push(...(await check(one, missing, credentials)))
    const after = await read()
    const changes = changesOf(before, after)
    for (const change of changes) changedTables.add(change.split('/')[1] ?? '')
    faults.push(
      ...unexpected(changes, operation, isRead(operation) ? [] : allowed.flatMap(hostsOf)),
    )
    before = await restore(after)
    return faults
  }

  async function check(
    one: Case,
    missing: Map<string, Promise<Answer>>,
    credentials?: CredentialsOf,
  ): Promise<string[]> {
    const answer = await send(t, one, credentials)
    const [seen, expected] = [outcomeOf(answer), expectedOf(one)]
    const about = `${one.principalName} of ${one.home.tenant.domain}, ${one.label}`
    calls += 1
    const faults = seen.startsWith(expected) ? [] : [`${about}: ${seen}, not ${expected}`]
    const fault = answerFault(one.operation.endpoint, answer)
    if (fault !== undefined) faults.push(`${about}: ${fault}`)
    // A god-admin of the platform may see all organisations, so another refusal gives nothing away.
    const mayKnow = one.principalName === 'god-admin' && isPlatform(one.home)
    if (one.foreign && answer.statusCode >= 400 && !mayKnow) {
      // The same call for the other tenant's id and the colleague's.
      const key = `${one.home.tenant.domain} ${one.principalName} ${one.foreign.field}`
      const answerOfMissing =
        missing.get(key) ?? send(t, { ...one, sample: one.foreign.missing }, credentials)
      missing.set(key, answerOfMissing)
      if (sameness(answer) !== sameness(await answerOfMissing))
        faults.push(`${about}: reveals that the id exists`)
    }
    return [...faults, ...leaks(one, answer).map((owner) => `${about}: shows a text of ${owner}`)]
  }

  /** The tenants whose texts the answer shows without permission. */
  function leaks(one: Case, answer: Answer): string[] {
    const text = `${answer.body}\n${JSON.stringify(answer.headers)}`
    const isOk = answer.statusCode < 400
    const knowsAuditor = isOk && ['badminton.localhost', 'admin.localhost'].includes(one.host)
    const auditor = text.includes(AUDITOR) && !knowsAuditor ? [AUDITOR] : []
    const isGod = isAtPlatform(one) && one.principalName === 'god-admin'
    if (isOk && isGod && one.operation.name === 'invitations.all') return auditor
    const owners = Object.values(tenants).filter((owner) => {
      const [isNamed, isShown] = [text.includes(owner.nameMarker), text.includes(owner.marker)]
      const isOwn = owner.tenant.host === one.host
      if (isOk && isOwn && isShown) shownMarkers.add(one.operation.name)
      return (isNamed || isShown) && !(isOk && (isOwn || isInScope(one, owner, isShown)))
    })
    return [...auditor, ...owners.map(({ tenant }) => tenant.domain)]
  }

  return t
}

/** An export writes an audit event although it only reads. */
function isRead({ name, endpoint }: Operation): boolean {
  return endpoint.method === 'GET' && !/\.export/.test(name)
}

function isAtPlatform({ home, host }: Case): boolean {
  return isPlatform(home) && host === home.tenant.host
}

const SHOWS_ROWS =
  /^(users|userResults|dueDates|reminders|connections|find|audit|dashboard|participation|termsEditing|contentSets|shared|contentImports|contentExports|editions|reviews|system)\.|^certifications\.(certify|revoke)$/
const SHOWS_NAMES = /^(tenants|adminUsers)\./

/** The platform's god-admins see every organisation, its auditors the assigned ones. */
function isInScope(one: Case, owner: FilledTenant, isMoreThanName: boolean): boolean {
  const { name } = one.operation
  // A certificate names its issuer, the platform.
  if (/^certifications\.(verify|issuer)$/.test(name))
    return owner === tenants.admin && !isMoreThanName
  // Templates are for every organisation.
  if (name === 'templates.list') return owner === tenants.admin
  if (!isAtPlatform(one)) return false
  if (!SHOWS_ROWS.test(name) && (isMoreThanName || !SHOWS_NAMES.test(name))) return false
  return (
    one.principalName === 'god-admin' ||
    (/auditor/.test(one.principalName) && owner === tenants.badminton)
  )
}

type CredentialsOf = (principal: Principal) => Promise<Credentials>

/** A session of each principal, for calls that end none. */
async function openSessions(): Promise<CredentialsOf> {
  // No token may expire before the last call.
  const started = new Date()
  t.clock.now = () => started
  const shared = new Map<Principal, Credentials>()
  for (const { people } of Object.values(tenants))
    for (const { principal } of people.values())
      shared.set(principal, await credentialsOf(t, principal))
  return async (principal) => shared.get(principal) ?? (await credentialsOf(t, principal))
}

/** The hosts whose rows a permitted call may change. */
function hostsOf({ operation, home, host, sample }: Case): string[] {
  const isOfMany = isAcross(operation) || operation.name === 'editions.copy'
  if (isPlatform(home) && isOfMany) return ['badminton.localhost', 'globex.localhost']
  const named = Object.values(tenants).find(({ tenant }) => tenant.id === sample.params?.id)
  return [host, ...(named ? [named.tenant.host] : [])]
}

/** Changed tables of tenants that no permitted call was about. */
function unexpected(changes: string[], { name }: Operation, hosts: string[]): string[] {
  return changes
    .filter((change) => {
      const [id, table = ''] = change.split('/')
      if (GLOBAL_TABLES.includes(table)) return false
      const owner = Object.values(tenants).find(({ tenant }) => String(tenant.id) === id)
      if (owner && hosts.includes(owner.tenant.host)) return false
      return !isSideEffect(name, table, hosts, owner)
    })
    .map((change) => `changed ${change}`)
}

function isSideEffect(name: string, table: string, hosts: string[], owner?: FilledTenant) {
  // The matrix itself signs its principals in.
  if (/^(sessions|refresh_tokens|mfa_challenges)$/.test(table)) return owner !== tenants.globex
  // A new organisation has its first rows.
  if (name === 'tenants.create') return !owner
  // The public organisation stores requested links.
  if (name.startsWith('registration.request'))
    return !owner && /^(one_time_links|audit_events|audit_clients)$/.test(table)
  if (!/^audit_(events|clients)$/.test(table)) return false
  // A refused sign-in is recorded at its host, an export in each organisation that it lists.
  const isExport = /^(users|participation)\.export/.test(name) && hosts.length > 0
  return /^(auth\.login|sso\.)/.test(name) || isExport
}

/** Assigns the platform's auditors to badminton, and gives the platform's principals ids of its rows. */
async function assignAuditors() {
  const { admin, badminton } = tenants
  for (const [principalName, { ids }] of admin.people) {
    const theirs = badminton.people.get(principalName)?.ids
    const { member = 0, memberReport = 0, contentImport, contentExport } = theirs ?? {}
    const connection = await aConnection(t.db, badminton.tenant)
    copyReviewIds(theirs, ids)
    Object.assign(ids, {
      tenant: badminton.tenant.id,
      ...badminton.contentIds,
      template: admin.contentIds.contentSet,
      contentImport,
      contentExport,
      member,
      memberIdentity: theirs?.memberIdentity,
      memberReport,
      connection,
    })
  }
  const tenant_id = admin.tenant.id
  for (const principalName of ['auditor', 'admin+auditor'] as const) {
    const auditor_id = admin.people.get(principalName)?.principal.user.id ?? 0
    await t.sql`insert into tenant_auditors (tenant_id, auditor_id, organisation_id)
      values (${tenant_id}, ${auditor_id}, ${badminton.tenant.id})`
    await t.sql`update users set name = ${AUDITOR} where id = ${auditor_id}`
  }
  // Another auditor's assignment, which the principals don't have.
  const { id: colleague } = await aUser(t.db, { tenant: admin.tenant, roles: ['auditor'] })
  await t.sql`insert into tenant_auditors (tenant_id, auditor_id, organisation_id)
    values (${tenant_id}, ${colleague}, ${tenants.globex.tenant.id})`
}
