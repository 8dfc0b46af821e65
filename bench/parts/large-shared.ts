import { type Person, addPeople, signInPeople } from './people.ts'
import { copyContent } from './organisations.ts'
import type { Product } from './product.ts'

const DOMAIN = 'large-shared'
export const LARGE_SHARED = { statements: 1425, members: 40, comments: 500 }

/** An organisation that answers a large set together, with its elements assigned. Returns the owner of the assessment. */
export async function addLargeShared(product: Product): Promise<Person[]> {
  const { owner: database } = product
  await database.query(`insert into tenants (name, domain) values ('Large', $1)`, [DOMAIN])
  await copyContent(database, DOMAIN)
  await addStatements(database)
  await addPeople(product, { domain: DOMAIN, each: LARGE_SHARED.members, isAnswered: true })
  const people = await signInPeople(product, DOMAIN, LARGE_SHARED.members)
  const [owner] = people
  if (!owner) throw new Error('The organisation has no people.')
  const { assessmentId } = owner
  await database.query(
    `update assessments a set owner_id = a.user_id, user_id = null,
       family_id = (select family_id from content_sets c where c.tenant_id = a.tenant_id and c.id = a.content_set_id)
     where a.id = $1`,
    [assessmentId],
  )
  const others = people.slice(1).map(({ id }) => id)
  await database.query(
    `insert into assessment_members (tenant_id, assessment_id, user_id, role)
     select a.tenant_id, a.id, u, 'contributor' from assessments a cross join unnest($2::bigint[]) u where a.id = $1`,
    [assessmentId, others],
  )
  await database.query(
    `insert into element_assignments (tenant_id, assessment_id, element_id, user_id)
     select a.tenant_id, a.id, e.id, ($2::bigint[])[e.position + 1]
     from assessments a join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id where a.id = $1`,
    [assessmentId, others],
  )
  // Every third one is a question.
  await database.query(
    `insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
     select a.tenant_id, a.id, s.id, gen_random_uuid(), ($2::bigint[])[1 + s.n % $3], 'What do you say about this one?',
       case when s.n % 3 = 0 then ($2::bigint[])[1 + (s.n + 1) % $3] end
     from assessments a cross join lateral (
       select s.id, row_number() over (order by md5(s.id::text))::int as n from statements s
       where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id limit $4
     ) s where a.id = $1`,
    [assessmentId, others, others.length, LARGE_SHARED.comments],
  )
  await database.query('analyze')
  return people.map((person) => ({ ...person, assessmentId }))
}

/** Copies of the demo's statements, as many as the set still needs. */
async function addStatements(database: Product['owner']) {
  await database.query(
    `insert into statements (tenant_id, content_set_id, element_id, statement_set_id, key, position, text, guidance, weight, allows_not_applicable)
     select s.tenant_id, s.content_set_id, s.element_id, s.statement_set_id, s.key || '~' || n, s.position + 100 * n, s.text,
       s.guidance, s.weight, s.allows_not_applicable
     from statements s join tenants t on t.id = s.tenant_id and t.domain = $1 cross join generate_series(1, 100) n
     order by n, s.id limit $2 - (select count(*) from statements s join tenants t on t.id = s.tenant_id and t.domain = $1)`,
    [DOMAIN, LARGE_SHARED.statements],
  )
  await database.query(
    `insert into statement_responses (tenant_id, statement_id, key, position, label, description, value, action, effort, benefit)
     select s.tenant_id, s.id, r.key, r.position, r.label, r.description, r.value, r.action, r.effort, r.benefit
     from statements s join tenants t on t.id = s.tenant_id and t.domain = $1
     join statements old on old.tenant_id = s.tenant_id and old.content_set_id = s.content_set_id
       and old.key = split_part(s.key, '~', 1)
     join statement_responses r on r.tenant_id = old.tenant_id and r.statement_id = old.id
     where s.key like '%~%'`,
    [DOMAIN],
  )
}
