import { createAccessTokens } from 'api/core/access-token'
import { addWork } from './listed-work.ts'
import { type Product, SECRET } from './product.ts'

export type Viewer = { name: string; headers: Record<string, string> }

const FIRST = `(array['Anna', 'Ben', 'Carla', 'David', 'Élodie', 'Farid', 'Greta', 'Hannah', 'Ivan', 'Joana', 'Karl', 'Lena',
  'Marta', 'Nils', 'Olga', 'Piotr', 'Quinn', 'Rosa', 'Stefan', 'Tanya'])`
const LAST = `(array['Abbott', 'Brown', 'Castellan', 'Dahl', 'Eriksen', 'Fischer', 'Garnier', 'Hansen', 'Ivanov', 'Jones',
  'Kowalski', 'Lindgren', 'Moreau', 'Novak', 'Okafor', 'Peters', 'Quist', 'Rossi', 'Schmidt', 'Taylor', 'Ueda', 'Vargas',
  'Weber', 'Xu', 'Young'])`

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** What both benches of lists fill. The large organisation, with 20,000 users, comes on top. */
const SIZE = {
  organisations: number('BENCH_ORGANISATIONS', 200),
  people: number('BENCH_PEOPLE', 20_000),
  reports: number('BENCH_REPORTS', 14_000),
  responses: number('BENCH_RESPONSES', 2_000_000),
}
const IN_LARGE = 20_000
/** With ten thousand organisations a page may take longer, and its CPU counts. */
export const isHuge = SIZE.organisations > 1000

/** The number of users of a tenant `t`. */
const PEOPLE = `case when t.domain = 'listed-large' then ${IN_LARGE} else ${Math.round(SIZE.people / SIZE.organisations)} end`

/** Adds the organisations, unless a kept database has them, and says what there is. */
export async function addListed(product: Pick<Product, 'owner'>): Promise<string> {
  const { owner } = product
  const { rowCount } = await owner.query(`select from tenants where domain = 'listed-large'`)
  if (rowCount === 0) await fill(product)
  const { rows } = await owner.query(`select (select count(*) from tenants) as tenants,
    (select count(*) from users) as users, (select count(*) from reports) as reports,
    (select count(*) from responses) as responses`)
  const [{ tenants, users, reports, responses }] = rows
  return `${tenants} tenants, ${users} users, ${reports} reports, ${responses} responses`
}

async function fill({ owner }: Pick<Product, 'owner'>): Promise<void> {
  await owner.query(`insert into tenants (name, domain) select 'Listed ' || n, 'listed-' || n
    from (select 'large' as n union all select n::text from generate_series(1, ${SIZE.organisations}) n) names`)
  // At most one user in 100 has the rare name. Two in 100 are admins.
  await owner.query(
    `insert into users (tenant_id, email, name, roles, last_login_at, is_active, accepted_terms_version)
     select t.id, 'p' || n || '@' || t.domain || '.example',
       ${FIRST}[1 + (hashint4(n) & 65535) % 20] || ' ' || ${LAST}[1 + (hashint4(n * 7 + 1) & 65535) % 25]
         || case when n = 77 then ' Zephyrine' else '' end,
       case when n % 50 = 1 then '{admin}' else '{user}' end::text[], now() - make_interval(mins => (hashint4(n * 3 + 5) & 65535)), n % 9 > 0, 1
     from tenants t cross join lateral generate_series(1, ${PEOPLE}) n where t.domain like 'listed-%'`,
  )
  // An invitation for every ten users, of which a third are open, and five audit events for each user.
  await owner.query(
    `insert into one_time_links (tenant_id, kind, email, roles, expires_at, used_at, created_at)
     select t.id, 'invite', 'i' || n || '@' || t.domain || '.example', '{user}', now() + interval '7 days',
       case when n % 3 > 0 then now() end, now() - make_interval(mins => n)
     from tenants t cross join lateral generate_series(1, ${PEOPLE} / 10) n where t.domain like 'listed-%'`,
  )
  await owner.query(
    `insert into audit_events (tenant_id, at, actor_id, action, subject)
     select u.tenant_id, now() - make_interval(mins => ((u.id + n * 977) % 500000)::int), u.id,
       (array['session.created', 'session.ended', 'user.changed', 'user.roles_changed', 'invitation.sent'])[n], 'user ' || u.id
     from users u join tenants t on t.id = u.tenant_id cross join generate_series(1, 5) n where t.domain like 'listed-%'`,
  )
  const people = SIZE.people + IN_LARGE
  await addWork(owner, { reports: SIZE.reports / people, responses: SIZE.responses / people })
  await owner.query('vacuum analyze')
  // Writes the new rows to disk now, not during the measurement.
  await owner.query('checkpoint')
}

/** The admin of the large organisation, and a god-admin. */
export async function signInViewers({ owner }: Product): Promise<Viewer[]> {
  const tokens = createAccessTokens([SECRET], () => new Date(Date.now() + 3_600_000))
  const { rows } = await owner.query(
    `with viewers as (
       select u.tenant_id, u.id, t.domain, row_number() over (partition by t.id order by u.id) as place
       from users u join tenants t on t.id = u.tenant_id
       where (t.domain = 'listed-large' and 'admin' = any (u.roles)) or 'god-admin' = any (u.roles)
     ), sessions as (
       insert into sessions (tenant_id, user_id, device, expires_at)
       select tenant_id, id, 'bench', now() + interval '1 day' from viewers where place = 1 returning id, tenant_id, user_id
     )
     select s.id::float8 as "sessionId", s.tenant_id::float8 as "tenantId", s.user_id::float8 as "userId", v.domain
     from sessions s join viewers v on v.id = s.user_id order by v.domain desc`,
  )
  return await Promise.all(
    rows.map(async ({ domain, ...claims }) => ({
      name: domain === 'admin' ? 'god-admin' : 'company admin',
      headers: {
        host: `${domain}.localhost`,
        authorization: `Bearer ${await tokens.sign(claims)}`,
      },
    })),
  )
}
