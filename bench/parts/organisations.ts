import type { Product } from './product.ts'
import { addPeople, answerAll } from './people.ts'

type Size = { organisations: number; people: number }

/** 200 organisations, 20,000 people, two million answers. */
export const LARGE: Size = { organisations: 200, people: 100 }
/** The domains of the generated organisations. */
export const MADE = 'made-%'

const SOURCE = `(select min(c.id) from content_sets c join tenants t on t.id = c.tenant_id where t.domain = 'northfield')`

/** Adds organisations with a copy of the demo's content set, or of its first elements and statements. */
export async function addOrganisations(
  { owner }: Product,
  {
    count,
    elements = 100,
    statements = 100,
  }: { count: number; elements?: number; statements?: number },
): Promise<void> {
  await owner.query(
    `insert into tenants (name, domain) select 'Made ' || n, 'made-' || n from generate_series(1, $1) n`,
    [count],
  )
  await copyContent(owner, MADE, { elements, statements })
  await owner.query('analyze')
}

/** Copies the demo's content set, or its first elements and statements, to each organisation whose domain matches. */
export async function copyContent(
  owner: Product['owner'],
  domain: string,
  { elements = 100, statements = 100 }: { elements?: number; statements?: number } = {},
): Promise<void> {
  await owner.query(
    `with made as (select id, nextval('ids') as set_id from tenants where domain like $1)
     insert into content_sets (tenant_id, id, family_id, title, scale, status, year_from, published_at)
     select m.id, m.set_id, m.set_id, c.title, c.scale, c.status, c.year_from, c.published_at
     from content_sets c, made m where c.id = ${SOURCE}`,
    [domain],
  )
  await owner.query(
    `insert into elements (tenant_id, content_set_id, key, position, title, description, group_name, is_required, weight)
     select c.tenant_id, c.id, e.key, e.position, e.title, e.description, e.group_name, e.is_required, e.weight
     from elements e, content_sets c join tenants t on t.id = c.tenant_id
     where e.content_set_id = ${SOURCE} and e.position < $1 and t.domain like $2`,
    [elements, domain],
  )
  await owner.query(
    `insert into statement_sets (tenant_id, element_id)
     select e.tenant_id, e.id from elements e join tenants t on t.id = e.tenant_id where t.domain like $1`,
    [domain],
  )
  await copyStatements(owner, domain, statements)
}

async function copyStatements(owner: Product['owner'], domain: string, statements: number) {
  await owner.query(
    `insert into statements (tenant_id, content_set_id, element_id, statement_set_id, key, position, text, guidance, weight, allows_not_applicable)
     select e.tenant_id, e.content_set_id, e.id, q.id, s.key, s.position, s.text, s.guidance, s.weight, s.allows_not_applicable
     from statements s
     join elements old on old.tenant_id = s.tenant_id and old.id = s.element_id
     join elements e on e.key = old.key
     join statement_sets q on q.tenant_id = e.tenant_id and q.element_id = e.id
     join tenants t on t.id = e.tenant_id
     where s.content_set_id = ${SOURCE} and s.position < $1 and t.domain like $2`,
    [statements, domain],
  )
  await owner.query(
    `insert into statement_responses (tenant_id, statement_id, key, position, label, description, value, action, effort, benefit)
     select s.tenant_id, s.id, r.key, r.position, r.label, r.description, r.value, r.action, r.effort, r.benefit
     from statements old
     join statement_responses r on r.tenant_id = old.tenant_id and r.statement_id = old.id
     join statements s on s.key = old.key
     join tenants t on t.id = s.tenant_id
     where old.content_set_id = ${SOURCE} and t.domain like $1`,
    [domain],
  )
  await owner.query(
    `insert into report_bands (tenant_id, element_id, from_percent, to_percent, title, text)
     select e.tenant_id, e.id, b.from_percent, b.to_percent, b.title, b.text
     from elements old
     join report_bands b on b.tenant_id = old.tenant_id and b.element_id = old.id
     join elements e on e.key = old.key
     join tenants t on t.id = e.tenant_id
     where old.content_set_id = ${SOURCE} and t.domain like $1`,
    [domain],
  )
}

/** All users answered everything this year. One in twenty also completed last year, with a report. */
export async function createLarge(
  product: Product,
  { organisations, people }: Size,
): Promise<string> {
  const start = performance.now()
  const { owner } = product
  await addOrganisations(product, { count: organisations })
  await addPeople(product, { domain: MADE, each: people, isAnswered: false })
  await owner.query(
    `insert into assessments (tenant_id, user_id, content_set_id, year, type, status, completed_at)
     select tenant_id, user_id, content_set_id, year - 1, type, 'completed', now() - interval '1 year'
     from assessments a join tenants t on t.id = a.tenant_id where t.domain like '${MADE}' and hashint8(a.id) % 20 = 0`,
  )
  await owner.query(`update assessments a set status = 'in_progress' from tenants t
    where t.id = a.tenant_id and t.domain like '${MADE}' and a.status = 'not_started'`)
  await answerAll(owner, MADE)
  await owner.query(`insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select tenant_id, assessment_id, statement_id, 'A note', gen_random_uuid(), updated_by from responses
    where state = 1 and hashint8(assessment_id + statement_id) % 20 = 0 on conflict do nothing`)
  await owner.query(`insert into element_completions (tenant_id, assessment_id, element_id)
    select a.tenant_id, a.id, e.id from assessments a join elements e on e.tenant_id = a.tenant_id
    join tenants t on t.id = a.tenant_id where t.domain like '${MADE}' and a.status = 'completed'`)
  await owner.query(`insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
    select a.tenant_id, a.id, a.user_id, 'action', a.type, a.year, 1, 'Made',
      json_build_object('current', random(), 'content_set', json_build_object('id', a.content_set_id))::text, '' from assessments a
    join tenants t on t.id = a.tenant_id where t.domain like '${MADE}' and a.status = 'completed'`)
  await owner.query('vacuum analyze')
  // Writes the new rows to disk now, not during the measurement.
  await owner.query('checkpoint')
  const { rows } =
    await owner.query(`select (select count(*) from tenants) as tenants, (select count(*) from users) as users,
    (select count(*) from responses) as responses, (select count(*) from response_events) as events`)
  const [{ tenants, users, responses, events }] = rows
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return `${tenants} tenants, ${users} users, ${responses} responses, ${events} events of history, made in ${seconds} s`
}
