import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { ContentSetFile } from 'contract/content-format'
import type { AssessmentType } from 'contract/fields'
import type { Role } from 'contract/permissions'
import { type InsertObject, type Kysely, sql } from 'kysely'
import { type Db, scopeOf } from '#db/scope.ts'
import { createCache } from '#core/cache.ts'
import type { DB } from '#db/schema.gen.ts'
import { demoSet } from '#demo/demo-set.ts'
import { hashOf } from '#core/random-token.ts'
import { inForceFrom } from '#features/content/draft-of-file.ts'
import { getRow } from '#features/content/drafts/drafts.queries.ts'
import {
  headColumns,
  importContentSet,
  partsOf,
} from '#features/content/sets/import-content-set.ts'
import { insertEdition, insertParts } from '#features/content/sets/new-sets.queries.ts'
import { freezeReport } from '#features/reports/snapshot/create-report.ts'

export type TestTenant = { id: number; domain: string; host: string }
export type TestUser = { id: number; tenantId: number; host: string; email: string; roles: Role[] }

/** The password of every test user, hashed at the lowest cost. */
export const PASSWORD = 'correct horse 4003 battery'
const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export const THIS_YEAR = new Date().getUTCFullYear()

/** Inserts a row and returns its id. */
export async function insertRow<Name extends keyof DB>(
  db: Db,
  table: Name,
  row: InsertObject<DB, Name>,
): Promise<number> {
  const anyTable = db as unknown as Kysely<{ rows: { id: number } }>
  const insert = anyTable.insertInto(table as 'rows').values(row as never)
  return (await insert.returning('id').executeTakeFirstOrThrow()).id
}

export async function aTenant(
  db: Db,
  { domain = word(), name, status = 'active' }: TenantInput = {},
): Promise<TestTenant> {
  const id = await insertRow(db, 'tenants', { domain, name: name ?? domain, status })
  return { id, domain, host: `${domain}.localhost` }
}

type TenantInput = { domain?: string; name?: string; status?: 'active' | 'suspended' }

/** The platform's or the public tenant. */
export async function theTenant(db: Db, domain: string): Promise<TestTenant> {
  const query = db.selectFrom('tenants').select('id').where('domain', '=', domain)
  const { id } = await query.executeTakeFirstOrThrow()
  return { id, domain, host: domain === 'public' ? 'localhost' : `${domain}.localhost` }
}

type UserInput = {
  tenant: TestTenant
  roles?: Role[]
  name?: string
  email?: string
  isActive?: boolean
  hasAcceptedTerms?: boolean
  movesOn?: boolean
}

export async function aUser(
  db: Db,
  { tenant, roles = ['user'], name = 'Test User', isActive = true, ...rest }: UserInput,
): Promise<TestUser> {
  const email = rest.email ?? `${word()}@example.org`
  const id = await insertRow(db, 'users', {
    tenant_id: tenant.id,
    name,
    email,
    roles,
    is_active: isActive,
    password_hash: passwordHash,
    accepted_terms_version: rest.hasAcceptedTerms === false ? 0 : 1,
    moves_on: rest.movesOn ?? true,
  })
  return { id, tenantId: tenant.id, host: tenant.host, email, roles }
}

/** Links the user to a subject of this issuer, by Salesforce or by the organisation's connection to it, if there is one. */
export async function anIdentity(
  db: Db,
  user: Pick<TestUser, 'id' | 'tenantId'>,
  issuer = 'https://issuer.example',
  { isSalesforce = false } = {},
): Promise<number> {
  const row = { tenant_id: user.tenantId, user_id: user.id, issuer, subject: word() }
  const connection = await db
    .selectFrom('sso_connections')
    .select('id')
    .where('tenant_id', '=', user.tenantId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  const by = isSalesforce ? { is_salesforce: true } : { connection_id: connection?.id ?? null }
  return await insertRow(db, 'identities', { ...row, ...by })
}

/** A connection whose provider does not answer. */
export async function aConnection(
  db: Db,
  tenant: Pick<TestTenant, 'id'>,
  { domain = `${word()}.example`, isActive = true } = {},
): Promise<number> {
  const provider = { kind: 'oidc', issuer: 'http://127.0.0.1:9', client_id: 'waymark' }
  const row = { tenant_id: tenant.id, domain, name: domain, ...provider, is_active: isActive }
  return await insertRow(db, 'sso_connections', row)
}

/** The smallest picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A session without a sign-in. */
export async function aSession(
  db: Db,
  user: Pick<TestUser, 'id' | 'tenantId'>,
  options: SessionOptions = {},
): Promise<number> {
  const start = sql<string>`now() - make_interval(mins => ${options.minutesAgo ?? 0})`
  return await insertRow(db, 'sessions', {
    tenant_id: user.tenantId,
    user_id: user.id,
    device: 'Firefox on Linux',
    method: options.method ?? 'password',
    created_at: start,
    proved_at: start,
    expires_at: sql<string>`now() + make_interval(days => ${options.isOver ? -1 : 1})`,
  })
}

export type SessionOptions = { isOver?: boolean; method?: 'password' | 'sso'; minutesAgo?: number }

/** The value of a refresh cookie that continues this session. */
export async function aRefreshToken(db: Db, tenantId: number, sessionId: number): Promise<string> {
  const token = `${sessionId}.${randomBytes(32).toString('base64url')}`
  await sql`insert into refresh_tokens (tenant_id, session_id, token_hash, expires_at)
    values (${tenantId}, ${sessionId}, ${hashOf(token)}, now() + interval '1 hour')`.execute(db)
  return token
}

export async function aContentSet(
  db: Db,
  {
    tenant,
    file = demoSet(),
    isPublished = true,
    yearFrom = THIS_YEAR - 1,
    after,
  }: ContentSetInput,
): Promise<number> {
  const scope = scopeOf(tenant.id)
  if (after === undefined) return await importContentSet(db, scope, file, { isPublished, yearFrom })
  const { family_id, version } = await getRow(db, scope, after)
  const columns = { family_id, version: version + 1, based_on: after }
  const head = headColumns(file, inForceFrom(yearFrom))
  const id = await insertEdition(db, scope, { ...head, ...columns })
  await insertParts(db, scope, id, partsOf(file))
  return id
}
type ContentSetInput = {
  tenant: TestTenant
  file?: ContentSetFile
  isPublished?: boolean
  yearFrom?: number
  /** The edition before, if it is the next one of a set. */
  after?: number
}

/** The first elements and statements of the demo set. */
export function aSmallSet(elements = 2, statements = 2): ContentSetFile {
  const { elements: all, ...rest } = demoSet()
  const few = all.slice(0, elements)
  return {
    ...rest,
    elements: few.map((element) => ({
      ...element,
      statements: element.statements.slice(0, statements),
    })),
  }
}

type AssessmentInput = {
  user: TestUser
  contentSetId: number
  year?: number
  type?: AssessmentType
  /** Keys of the elements to answer and complete, from the lowest to the highest response; all by default. */
  answered?: string[]
}

/** A shared assessment without answers. */
export async function aSharedAssessment(
  db: Db,
  {
    owner,
    contentSetId,
    year = THIS_YEAR,
    type = 'self_assessment',
    contributors = [],
    viewers = [],
  }: {
    owner: TestUser
    contentSetId: number
    year?: number
    type?: AssessmentType
    contributors?: readonly TestUser[]
    viewers?: readonly TestUser[]
  },
): Promise<number> {
  const tenant_id = owner.tenantId
  const { family_id } = await db
    .selectFrom('content_sets')
    .select('family_id')
    .where('id', '=', contentSetId)
    .executeTakeFirstOrThrow()
  const owned = { owner_id: owner.id, family_id, content_set_id: contentSetId, year, type }
  const id = await insertRow(db, 'assessments', { tenant_id, ...owned })
  const members = [
    ...contributors.map((user) => ({ user_id: user.id, role: 'contributor' })),
    ...viewers.map((user) => ({ user_id: user.id, role: 'viewer' })),
  ]
  for (const member of members)
    await db
      .insertInto('assessment_members')
      .values({ tenant_id, assessment_id: id, ...member })
      .execute()
  return id
}

/** An assessment with its answers, their history and the completed elements. */
export async function anAssessment(
  db: Db,
  { user, contentSetId, year = THIS_YEAR, type = 'self_assessment', answered }: AssessmentInput,
): Promise<number> {
  const id = await insertRow(db, 'assessments', {
    tenant_id: user.tenantId,
    user_id: user.id,
    content_set_id: contentSetId,
    year,
    type,
    status: answered ? 'in_progress' : 'completed',
  })
  const wanted = answered ?? null
  await sql`
    with saved as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
      select s.tenant_id, ${id}, s.id, c.state, (
        select r.id from statement_responses r where r.tenant_id = s.tenant_id and r.statement_id = s.id
        order by case when c.state = 1 then r.value else -r.value end limit 1), ${user.id}
      from statements s join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
      cross join (values (1), (2)) c(state)
      where s.tenant_id = ${user.tenantId} and s.content_set_id = ${contentSetId}
        and (${wanted}::text[] is null or e.key = any(${wanted}::text[]))
      returning *
    )
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, after_response_id)
    select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), updated_by, statement_response_id
    from saved`.execute(db)
  await sql`
    insert into element_completions (tenant_id, assessment_id, element_id)
    select tenant_id, ${id}, id from elements where tenant_id = ${user.tenantId} and content_set_id = ${contentSetId}
      and (${wanted}::text[] is null or key = any(${wanted}::text[]))`.execute(db)
  return id
}

/** Freezes the report of the current answers and returns its id. */
export async function aReport(db: Db, user: TestUser, assessmentId: number): Promise<number> {
  await freezeReport(db, scopeOf(user.tenantId), createCache(), assessmentId, new Date())
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from reports where assessment_id = ${assessmentId}`.execute(db)
  return rows[0]?.id ?? 0
}

function word(): string {
  return `t${randomBytes(6).toString('hex')}`
}

/** A report that couldn't be created after all retries. */
export async function aFailedJob(db: Db, tenantId: number, message: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_count, retry_limit, output)
    values ('report', jsonb_build_object('tenantId', ${tenantId}::bigint, 'id', 1), 'failed', 8, 8,
      jsonb_build_object('message', ${message}::text)) returning id`.execute(db)
  return rows[0]?.id ?? ''
}
