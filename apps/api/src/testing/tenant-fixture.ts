import { randomBytes } from 'node:crypto'
import { scopeOf } from '#db/scope.ts'
import { NO_CHANGES } from '#features/content/sets/other-changes.ts'
import { insertImport } from '#features/content/exchange/imports.queries.ts'
import { summaryOf } from '#features/content/sets/set-summary.ts'
import { insertFile } from '#support/generated-files.queries.ts'
import { insertLink } from '#support/links.queries.ts'
import { aDownload, anAttachment, someAttachments } from './attached.ts'
import { anAuthenticator } from './authenticator.ts'
import { aCertification, aSubmission } from './certifying.ts'
import {
  PIXEL,
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aConnection,
  aContentSet,
  aReport,
  aSession,
  aSmallSet,
  aTenant,
  aUser,
  aSharedAssessment,
  anAssessment,
  anIdentity,
  theTenant,
} from './factories.ts'
import { PRINCIPALS, type Principal, type PrincipalName, aPrincipal } from './principals.ts'
import { withSetLists } from './with-set-lists.ts'
import type { TestApp } from './test-app.ts'

/** A tenant with a user of every kind and rows in every table. Its texts contain its marker. */
export type FilledTenant = {
  tenant: TestTenant
  marker: string
  /** In the organisation's name, which more people may see than its rows. */
  nameMarker: string
  contentIds: Awaited<ReturnType<typeof someContent>>
  /** A user whom every principal of the tenant may ask. */
  askable: number
  people: Map<PrincipalName, { principal: Principal; ids: Ids }>
}

/** Ids that a principal can name: rows of their own tenant, assessment, report and session. */
export type Ids = Awaited<ReturnType<typeof rowsOf>>

type Server = Pick<TestApp, 'app' | 'db' | 'sql' | 'owner'>

export async function aFilledTenant(
  t: Server,
  domain: string,
  names: readonly PrincipalName[] = PRINCIPALS,
): Promise<FilledTenant> {
  const marker = `canary${randomBytes(6).toString('hex')}`
  const nameMarker = `named${randomBytes(6).toString('hex')}`
  const tenant =
    domain === 'admin' ? await theTenant(t.db, domain) : await aTenant(t.db, { domain })
  await t.sql`update tenants set name = ${nameMarker}, logo = ${PIXEL} where id = ${tenant.id}`
  const contentIds = await someContent(t, tenant, marker)
  const people: FilledTenant['people'] = new Map()
  const { id: askable } = await aMember(t, tenant, marker)
  const filled = { tenant, marker, nameMarker, contentIds, askable, people }
  await markTexts(t, filled)
  for (const name of names) {
    const principal = await aPrincipal(t, tenant, name, marker)
    people.set(name, { principal, ids: await rowsOf(t, filled, principal.user) })
  }
  await t.sql`insert into mails (tenant_id, message_id, subject, text, html, recipient, status)
    values (${tenant.id}, ${marker}, ${marker}, ${marker}, ${marker}, ${`${marker}@example.org`}, 'sent')`
  await markTexts(t, filled)
  return filled
}

async function rowsOf(t: Server, filled: FilledTenant, user: TestUser) {
  const { tenant, contentIds, marker, askable } = filled
  const { db } = t
  const contentSetId = contentIds.contentSet
  const { recoveryCodes } = await anAuthenticator(t, user)
  const [first, second] = await t.sql<{ id: number; key: string }>`
    select id, key from elements where content_set_id = ${contentSetId} order by position`
  if (!first || !second) throw new Error('The content set has fewer than two elements.')
  const assessment = await anAssessment(db, { user, contentSetId, answered: [first.key] })
  await t.sql`insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select tenant_id, ${assessment}, id, ${marker}, gen_random_uuid(), ${user.id} from statements
    where element_id = ${first.id}`
  const [found = { answered: 0, open: 0, response: 0, terms: 0 }] = await t.sql<
    Record<'answered' | 'open' | 'response' | 'terms', number>
  >`select (select min(id) from statements where element_id = ${first.id}) as answered, s.id as open,
      (select min(id) from statement_responses where statement_id = s.id) as response,
      (select id from terms order by version desc limit 1) as terms
    from statements s where element_id = ${second.id} order by position limit 1`
  const colleague = await aMember(t, tenant, marker)
  const member = await aMember(t, tenant, marker)
  const members = await anAssessment(db, { user: member, contentSetId })
  const shared = await someShared(t, { owner: user, contentSetId, member, marker })
  // Members are other users with two-step verification, colleagues are other users of the principal's own tenant.
  return {
    tenant: tenant.id,
    year: THIS_YEAR,
    email: user.email,
    session: await aSession(db, user),
    identity: await anIdentity(db, user),
    connection: await aConnection(db, tenant),
    recoveryCode: recoveryCodes[0] ?? '',
    ...(await someLinks(db, user, marker)),
    colleague: colleague.id,
    askable,
    member: member.id,
    memberIdentity: await anIdentity(db, member),
    memberReport: await aReport(db, member, members),
    ...contentIds,
    contentImport: await anImport(db, tenant, marker),
    contentExport: await anExport(t, user, contentSetId, marker),
    assessment,
    element: first.id,
    ...shared,
    ...found,
    report: await aReport(db, user, assessment),
    reportPdf: await aReportPdf(t, user, marker),
    download: await aDownload(t, user),
    wholeDownload: await aDownload(t, user, { isWhole: true }),
    ...(await someAttachments(t, { user, assessment, statement: found.answered })),
    ...(await someReviews(t, user, contentSetId)),
  }
}

/** A shared assessment of a year of its own, with an element that is done and one that its owner answers. */
async function someShared(
  { db, sql }: Server,
  {
    owner,
    contentSetId,
    member,
    marker,
  }: { owner: TestUser; contentSetId: number; member: TestUser; marker: string },
) {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>`
    select count(*)::int as count from assessments where tenant_id = ${owner.tenantId} and owner_id is not null`
  const year = 2000 + count
  const shared = await aSharedAssessment(db, { owner, contentSetId, year, viewers: [member] })
  await sql`insert into element_assignments (tenant_id, assessment_id, element_id, user_id, done_at)
    select tenant_id, ${shared}, id, ${member.id}, now() from elements
    where content_set_id = ${contentSetId} order by position limit 1`
  await sql`with visit as (insert into assessment_visits (tenant_id, assessment_id, user_id) values (${owner.tenantId}, ${shared}, ${member.id}))
    insert into presence (tenant_id, assessment_id, user_id, element_id)
    select tenant_id, ${shared}, ${member.id}, id from elements where content_set_id = ${contentSetId} order by position limit 1`
  const [comment] = await sql<{ id: number }>`
    insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
    select tenant_id, ${shared}, min(id), gen_random_uuid(), ${owner.id}, 'Since when?', ${member.id} from statements
    where content_set_id = ${contentSetId} group by tenant_id returning id`
  const [action] = await sql<{ id: number; statement_key: string }>`
    insert into actions (tenant_id, assessment_id, statement_key, key, title, owner_id, created_by, updated_by)
    select ${owner.tenantId}, ${shared}, min(key), gen_random_uuid(), ${marker}, ${member.id}, ${owner.id}, ${owner.id} from statements
    where content_set_id = ${contentSetId} returning id, statement_key`
  return {
    shared,
    partner: member.id,
    comment: comment?.id ?? 0,
    action: action?.id ?? 0,
    statementKey: action?.statement_key ?? '',
  }
}

/** A published set with assessments, one without, and a draft. */
async function someContent({ db, sql }: Server, tenant: TestTenant, marker: string) {
  const certificationBands = [{ label: 'Bronze', minOverall: 0, minElement: 0 }]
  const file = { ...aSmallSet(), certificationBands }
  const contentSet = await aContentSet(db, { tenant, file })
  const spareSet = await aContentSet(db, {
    tenant,
    file: withSetLists(file, marker),
    yearFrom: THIS_YEAR + 9,
  })
  const elements = file.elements.map((element) => ({ ...element, title: marker }))
  const marked = { ...file, title: marker, elements }
  const draft = await aContentSet(db, { tenant, file: marked, isPublished: false })
  const [element] = await sql<{ id: number }>`
    select id from draft_elements where content_set_id = ${draft}`
  return { contentSet, spareSet, draft, draftElement: element?.id ?? 0, template: contentSet }
}

/** A certification assessment for each step up to the certificate. */
async function someReviews(t: Server, user: TestUser, contentSetId: number) {
  const { db } = t
  const input = { user, contentSetId }
  const completed = await anAssessment(db, { ...input, type: 'certification' })
  const waiting = await aSubmission(db, { ...input, year: THIS_YEAR - 1 })
  const inReview = await aSubmission(db, { ...input, year: THIS_YEAR - 2, is: 'reviewed' })
  const { id: certification, code } = await aCertification(db, { ...input, year: THIS_YEAR - 3 })
  const { assessment, review } = inReview
  const [{ reviewed, reviewedResponse } = { reviewed: 0, reviewedResponse: 0 }] = await t.sql<
    Record<'reviewed' | 'reviewedResponse', number>
  >`select statement_id as reviewed, statement_response_id as "reviewedResponse"
    from review_responses where review_id = ${review}`
  return {
    completed,
    submitted: waiting.assessment,
    waiting: waiting.review,
    review,
    reviewed,
    reviewedResponse,
    evidence: await anAttachment(t, { user, assessment, statement: reviewed }),
    certification,
    issued: certification,
    holder: user.id,
    code,
  }
}

/** A user with two-step verification. */
async function aMember(t: Server, tenant: TestTenant, marker: string): Promise<TestUser> {
  const email = `${randomBytes(6).toString('hex')}.${marker}@example.org`
  const member = await aUser(t.db, { tenant, name: marker, email })
  await anAuthenticator(t, member)
  return member
}

async function anImport(db: Server['db'], { id }: TestTenant, name: string) {
  const content = aSmallSet(1, 1)
  const preview = { ...summaryOf(content), ...NO_CHANGES, ignored_sheets: [] }
  const outcome = { status: 'ready', json: JSON.stringify(content), preview } as const
  return await insertImport(db, scopeOf(id), {
    name,
    follows: null,
    authorId: null,
    file: Buffer.alloc(0),
    outcome,
  })
}

async function anExport({ app, db }: Server, user: TestUser, setId: number, name: string) {
  const input = {
    kind: 'content-export',
    name,
    userId: user.id,
    now: app.adapters.now(),
    export: { setId, format: 'json' },
  } as const
  const { id } = await insertFile(db, scopeOf(user.tenantId), input, { file: Buffer.from(name) })
  return id
}

async function aReportPdf({ app, db }: Server, user: TestUser, name: string) {
  const made = { kind: 'report-pdf', name, userId: user.id, now: app.adapters.now() } as const
  const input = { ...made, printHash: Buffer.from(name) }
  const { id } = await insertFile(db, scopeOf(user.tenantId), input, { file: Buffer.from(name) })
  return id
}

async function someLinks(db: Server['db'], user: TestUser, marker: string) {
  const { id: userId, email } = user
  const scope = scopeOf(user.tenantId)
  const newEmail = `${marker}.confirmed.${userId}@example.org`
  const invited = { kind: 'invite' as const, email: `invited.${email}`, roles: ['user'] }
  const { id: invitation, signature: invite } = await insertLink(db, scope, invited)
  const reset = await insertLink(db, scope, { kind: 'reset', email, userId })
  const change = await insertLink(db, scope, { kind: 'email-change', email: newEmail, userId })
  return { signature: change.signature, invite, invitation, reset: reset.signature }
}

/** Columns that must keep their values, and texts that already have the marker. */
const UNMARKED = [
  'password_hash email snapshot recipient type element faults code number groups responses',
  'element_bands level_key of_statements min_element_band',
].flatMap((names) => names.split(' '))

/** Adds the marker to every other text of the tenant, in every table. */
async function markTexts({ owner }: Server, { tenant, marker }: FilledTenant): Promise<void> {
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
    [UNMARKED],
  )
  await owner.query('alter table content_sets disable trigger keep_edition')
  for (const { statement } of rows) await owner.query(statement, [tenant.id, marker])
  await owner.query('alter table content_sets enable trigger keep_edition')
}
