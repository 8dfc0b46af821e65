import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { scopeOf } from '#core/context.ts'
import { insertExport } from '#features/content/exchange/exports.queries.ts'
import { NO_CHANGES } from '#features/content/exchange/read-import.ts'
import { insertImport } from '#features/content/exchange/imports.queries.ts'
import { summaryOf } from '#features/content/sets/summary.ts'
import { insertLink } from '#support/links.queries.ts'
import { anAttachment, someAttachments } from './attached.ts'
import { anAuthenticator } from './authenticator.ts'
import { aCertification, aSubmission } from './certifying.ts'
import {
  PIXEL,
  THIS_YEAR,
  type TestTenant,
  aConnection,
  aContentSet,
  aReport,
  aSession,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  anIdentity,
  theTenant,
} from './factories.ts'
import { PRINCIPALS, type Principal, type PrincipalName, aPrincipal } from './principals.ts'
import type { Ids } from './samples.ts'
import type { TestApp } from './test-app.ts'

/** A tenant with one person of every kind, each with something of the own; every text of it says whose it is. */
export type FilledTenant = {
  tenant: TestTenant
  marker: string
  /** The organisation's name is known more widely than its rows: it has a marker of its own. */
  nameMarker: string
  contentSetId: number
  contentIds: Pick<Ids, 'contentSet' | 'spareSet' | 'draft' | 'draftElement' | 'template'>
  people: Map<PrincipalName, { principal: Principal; ids: Ids }>
}

type At = Pick<TestApp, 'app' | 'db' | 'owner'>

export async function aFilledTenant(
  t: At,
  domain: string,
  names: readonly PrincipalName[] = PRINCIPALS,
): Promise<FilledTenant> {
  const marker = `canary${randomBytes(6).toString('hex')}`
  const nameMarker = `named${randomBytes(6).toString('hex')}`
  const tenant =
    domain === 'admin' ? await theTenant(t.db, domain) : await aTenant(t.db, { domain })
  await t.db
    .updateTable('tenants')
    .set({ name: nameMarker, logo: PIXEL })
    .where('id', '=', tenant.id)
    .execute()
  const contentIds = await someContent(t, tenant, marker)
  const { contentSet: contentSetId } = contentIds
  const texts = { marker, nameMarker }
  const place: FilledTenant = { tenant, ...texts, contentSetId, contentIds, people: new Map() }
  await markTexts(t, place)
  for (const name of names) {
    const principal = await aPrincipal(t, tenant, name, marker)
    place.people.set(name, { principal, ids: await aPersonsRows(t, place, principal) })
  }
  await t.db
    .insertInto('mails')
    .values({
      tenant_id: tenant.id,
      message_id: marker,
      recipient: `${marker}@example.org`,
      subject: marker,
      text: marker,
      html: marker,
      status: 'sent',
    })
    .execute()
  await markTexts(t, place)
  return place
}

async function aPersonsRows(
  { app, db }: At,
  { tenant, contentSetId, contentIds, marker }: FilledTenant,
  { user }: Principal,
): Promise<Ids> {
  const { recoveryCodes } = await anAuthenticator({ app, db }, user)
  const [first, second] = await db
    .selectFrom('elements')
    .select(['id', 'key'])
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .execute()
  if (!first || !second) throw new Error('The content set has two elements.')
  const assessment = await anAssessment(db, { user, contentSetId, answered: [first.key] })
  await sql`insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select tenant_id, ${assessment}, id, ${marker}, gen_random_uuid(), ${user.id} from statements
    where element_id = ${first.id}`.execute(db)
  const { rows } = await sql<{ answered: number; open: number; response: number }>`
    select (select min(id) from statements where element_id = ${first.id}) as answered, s.id as open,
      (select min(id) from statement_responses where statement_id = s.id) as response
    from statements s where element_id = ${second.id} order by position limit 1`.execute(db)
  const { answered, open, response } = rows[0] ?? { answered: 0, open: 0, response: 0 }
  const colleague = await aMember({ app, db }, tenant, marker)
  const member = await aMember({ app, db }, tenant, marker)
  const members = await anAssessment(db, { user: member, contentSetId })
  return {
    tenant: tenant.id,
    terms: await newestTerms(db),
    year: THIS_YEAR,
    assessment,
    element: first.id,
    answered,
    open,
    response,
    report: await aReport(db, user, assessment),
    ...(await theCertifying({ app, db }, user, contentSetId)),
    ...(await someAttachments({ app, db }, { user, assessment, statement: answered })),
    session: await aSession(db, user),
    colleague: colleague.id,
    member: member.id,
    memberReport: await aReport(db, member, members),
    ...contentIds,
    contentImport: await anImport(db, tenant, marker),
    contentExport: await anExport({ app, db }, user, contentSetId, marker),
    recoveryCode: recoveryCodes[0] ?? '',
    identity: await anIdentity(db, user),
    connection: await aConnection(db, tenant),
    email: user.email,
    ...(await theSignatures(db, user, marker)),
  }
}

/** A published set that is used, one that is not, and a draft whose texts say whose it is. */
async function someContent({ db }: At, tenant: TestTenant, marker: string) {
  const file = aCertifiableSet()
  const contentSet = await aContentSet(db, { tenant, file })
  const spareSet = await aContentSet(db, { tenant, file, yearFrom: THIS_YEAR + 9 })
  const elements = file.elements.map((element) => ({ ...element, title: marker }))
  const marked = { ...file, title: marker, elements }
  const draft = await aContentSet(db, { tenant, file: marked, isPublished: false })
  const { id: draftElement } = await db
    .selectFrom('draft_elements')
    .select('id')
    .where('content_set_id', '=', draft)
    .executeTakeFirstOrThrow()
  return { contentSet, spareSet, draft, draftElement, template: contentSet }
}

/** Certification assessments, one for each step on the way. */
async function theCertifying(
  { app, db }: Pick<At, 'app' | 'db'>,
  user: Principal['user'],
  contentSetId: number,
) {
  const wish = { user, contentSetId }
  const completed = await anAssessment(db, { ...wish, type: 'certification' })
  const waiting = await aSubmission(db, { ...wish, year: THIS_YEAR - 1 })
  const begun = await aSubmission(db, { ...wish, year: THIS_YEAR - 2, is: 'reviewed' })
  const { review } = begun
  const { id: certification, code } = await aCertification(db, { ...wish, year: THIS_YEAR - 3 })
  const said = await db
    .selectFrom('review_responses')
    .select(['statement_id', 'statement_response_id'])
    .where('review_id', '=', review)
    .executeTakeFirstOrThrow()
  const statement = said.statement_id
  const evidence = await anAttachment(
    { app, db },
    { user, assessment: begun.assessment, statement },
  )
  return {
    completed,
    submitted: waiting.assessment,
    waiting: waiting.review,
    review,
    reviewed: statement,
    evidence,
    reviewedResponse: said.statement_response_id ?? 0,
    certification,
    issued: certification,
    holder: user.id,
    code,
  }
}

/** Whatever is answered reaches its band. */
function aCertifiableSet() {
  const certificationBands = [{ label: 'Bronze', minOverall: 0, minElement: 0 }]
  return { ...aSmallSet(), certificationBands }
}

/** Somebody with two-step sign-in. */
async function aMember(t: Pick<At, 'app' | 'db'>, tenant: TestTenant, marker: string) {
  const email = `${randomBytes(6).toString('hex')}.${marker}@example.org`
  const member = await aUser(t.db, { tenant, name: marker, email })
  await anAuthenticator(t, member)
  return member
}

/** A file that is read and waits to be accepted. */
async function anImport(db: At['db'], { id }: TestTenant, name: string) {
  const content = aSmallSet(1, 1)
  const preview = { ...summaryOf(content), ...NO_CHANGES }
  const outcome = { status: 'ready', json: JSON.stringify(content), preview } as const
  return await insertImport(db, scopeOf(id), { name, follows: null, authorId: null, outcome })
}

/** A file that is ready to be taken. */
async function anExport(
  { app, db }: Pick<At, 'app' | 'db'>,
  { id: authorId, tenantId }: Principal['user'],
  setId: number,
  marker: string,
) {
  const wish = { setId, format: 'json', name: marker, authorId, now: app.adapters.now() } as const
  const { id } = await insertExport(db, scopeOf(tenantId), wish, Buffer.from(marker))
  return id
}

async function newestTerms(db: At['db']): Promise<number> {
  const { id } = await db
    .selectFrom('terms')
    .select('id')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function theSignatures(db: At['db'], user: Principal['user'], marker: string) {
  const scope = scopeOf(user.tenantId)
  const email = `${marker}.confirmed.${user.id}@example.org`
  const change = { kind: 'email-change', email, userId: user.id } as const
  const { id, signature: invite } = await insertLink(db, scope, {
    kind: 'invite',
    email: `invited.${user.email}`,
    roles: ['user'],
  })
  const reset = await insertLink(db, scope, { kind: 'reset', email: user.email, userId: user.id })
  const { signature } = await insertLink(db, scope, change)
  return { signature, invite, invitation: id, reset: reset.signature }
}

// What must stay as it is to work: secrets, types, addresses and elements of drafts (marked when made), faults of a
// fixed form, codes and numbers, and the frozen report (made from marked texts).
const KEPT = 'password_hash email snapshot recipient type element faults code number'.split(' ')

/** Puts the marker into every text of the tenant's rows, in every table there is. */
async function markTexts({ owner }: At, { tenant, marker }: FilledTenant): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format(case t.typname
        when 'text' then 'update %1$I set %2$I = concat_ws('' '', %2$I, $2::text) where tenant_id = $1 and coalesce(position($2 in %2$I), 0) = 0'
        when '_text' then 'update %1$I set %2$I = coalesce((select array_agg(x || '' '' || $2 order by n) from unnest(%2$I) with ordinality u(x, n)), %2$I) where tenant_id = $1 and position($2 in %2$I::text) = 0'
        else 'update %1$I set %2$I = %2$I || jsonb_build_object(''marker'', $2::text) where tenant_id = $1 and %2$I is not null' end, c.relname, a.attname) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.typname in ('text', '_text', 'jsonb')
       and a.attnum > 0 and a.attgenerated = '' and a.attname <> all($1)
       and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id')
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f') and a.attnum = any(k.conkey))`,
    [KEPT],
  )
  // What is published stays as it is, but for this.
  await owner.query('alter table content_sets disable trigger keep_edition')
  for (const { statement } of rows) await owner.query(statement, [tenant.id, marker])
  await owner.query('alter table content_sets enable trigger keep_edition')
}
