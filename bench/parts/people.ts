import { createAccessTokens } from 'api/core/access-token'
import { type Product, SECRET } from './product.ts'

export type Person = {
  id: number
  email: string
  assessmentId: number
  token: string
  /** The organisation's domain. */
  domain: string
  statements: Statement[]
}
type Statement = { id: number; elementId: number; responses: number[] }
type Wanted = { domain: string; each: number; isAnswered: boolean; passwordHash?: string }

// Access tokens expire after ten minutes. With a clock an hour ahead, they outlast the longest run.
const anHourAhead = () => new Date(Date.now() + 3_600_000)

/** Adds users with a session and this year's assessment to each organisation whose domain matches. */
export async function addPeople(
  { owner }: Product,
  { domain, each, isAnswered, passwordHash }: Wanted,
): Promise<void> {
  await owner.query(
    `with made as (
       insert into users (tenant_id, email, name, password_hash, accepted_terms_version)
       select t.id, 'bench-' || n || '-' || gen_random_uuid() || '@example.org', 'Bench ' || n, $3, 1
       from tenants t, generate_series(1, $2) n where t.domain like $1 returning tenant_id, id
     ), signed_in as (
       insert into sessions (tenant_id, user_id, device, expires_at)
       select tenant_id, id, 'bench', now() + interval '1 day' from made
     )
     insert into assessments (tenant_id, user_id, content_set_id, year, type, status)
     select made.tenant_id, made.id, c.id, extract(year from now()), 'self_assessment', $4
     from made cross join lateral (
       select c.id from content_sets c
       where c.tenant_id = made.tenant_id and c.status = 'published' and c.offers_self_assessment
         and c.year_from <= extract(year from now()) and coalesce(c.year_to, 9999) >= extract(year from now())
       order by c.published_at desc, c.id desc limit 1
     ) c`,
    [domain, each, passwordHash ?? null, isAnswered ? 'in_progress' : 'not_started'],
  )
  if (isAnswered) await answerAll(owner, domain)
}

/** Answers every statement, current and future, in started assessments, with the history. */
export async function answerAll(owner: Product['owner'], domain: string): Promise<void> {
  const client = await owner.connect()
  // Skips foreign keys, because checking two million references takes long.
  await client.query(`begin; set local session_replication_role = replica`)
  await client.query(
    `with choices as (
       select s.tenant_id, s.content_set_id, s.id, array_agg(r.id order by r.value) as ids
       from statements s join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
       group by s.tenant_id, s.content_set_id, s.id
     )
     insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
     select a.tenant_id, a.id, c.id, state, c.ids[2 * state - 1 + (a.id + c.id) % 2], a.user_id
     from assessments a
     join tenants t on t.id = a.tenant_id and t.domain like $1
     join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and u.name like 'Bench %'
     join choices c on c.tenant_id = a.tenant_id and c.content_set_id = a.content_set_id
     cross join generate_series(1, 2) state
     where a.status <> 'not_started'
     order by a.id
     on conflict do nothing`,
    [domain],
  )
  await client.query(
    `insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, after_response_id)
     select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), updated_by, statement_response_id
     from responses where tenant_id in (select id from tenants where domain like $1)
     on conflict do nothing`,
    [domain],
  )
  await client.query('commit')
  client.release()
}

/** Signs in some of these users, spread over the organisations. */
export async function signInPeople(
  { owner }: Product,
  domain: string,
  count: number,
): Promise<Person[]> {
  const tokens = createAccessTokens([SECRET], anHourAhead)
  const { rows } = await owner.query(
    `select u.id::float8, u.email, a.id::float8 as "assessmentId", s.id::float8 as "sessionId", t.id::float8 as "tenantId", t.domain,
       a.content_set_id::float8 as "contentSetId"
     from users u join tenants t on t.id = u.tenant_id
     join assessments a on a.tenant_id = u.tenant_id and a.user_id = u.id and a.year = extract(year from now())
     join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where t.domain like $1 and u.name like 'Bench %' order by md5(u.id::text) limit $2`,
    [domain, count],
  )
  const statements = await statementsOf(owner, domain)
  return await Promise.all(
    rows.map(async ({ id, email, assessmentId, sessionId, tenantId, domain, contentSetId }) => ({
      id,
      email,
      assessmentId,
      domain,
      statements: statements.get(contentSetId) ?? [],
      token: await tokens.sign({ userId: id, sessionId, tenantId }),
    })),
  )
}

async function statementsOf(owner: Product['owner'], domain: string) {
  const { rows } = await owner.query<{ contentSetId: number; statements: Statement[] }>(
    `select s.content_set_id::float8 as "contentSetId", json_agg(json_build_object('id', s.id, 'elementId', s.element_id, 'responses',
       (select json_agg(r.id order by r.value) from statement_responses r where r.tenant_id = s.tenant_id and r.statement_id = s.id)
     ) order by s.element_id, s.position) as statements
     from statements s join tenants t on t.id = s.tenant_id where t.domain like $1 group by s.content_set_id`,
    [domain],
  )
  return new Map(rows.map(({ contentSetId, statements }) => [contentSetId, statements]))
}

/** The headers of a person's requests. */
export function headersOf({ domain, token }: Person): Record<string, string> {
  return { host: `${domain}.localhost`, authorization: `Bearer ${token}` }
}
