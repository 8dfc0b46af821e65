import type { Product } from './product.ts'
import { copyContent } from './organisations.ts'

/** The domains of the organisations that lists are measured with. */
const LISTED = 'listed-%'

/** For each user. */
type Share = { reports: number; responses: number }

/**
 * Adds this year's assessments. Of ten users, one has not touched a self-assessment for 40 days, and two have one in
 * progress; others have completed theirs, with a report, one in ten of them last year too. One user in twenty has a
 * certificate that expires around now, with its reminder recorded as sent, because no mail should go out during a
 * measurement.
 */
export async function addWork(owner: Product['owner'], share: Share): Promise<void> {
  await copyContent(owner, LISTED)
  // Of a thousand users, those with a report of a self-assessment. The certificates have theirs.
  const completed = Math.round((1000 * (share.reports - 0.05)) / 1.1)
  const client = await owner.connect()
  // Skips foreign keys, because the certificates have no reviews. No list reads them.
  await client.query(`begin; set local session_replication_role = replica`)
  await client.query(
    `insert into assessments (tenant_id, user_id, content_set_id, year, type, status, completed_at, touched_at)
     select u.tenant_id, u.id, c.id, extract(year from now()) - x.ago, x.type, x.status,
       case when x.status <> 'in_progress' then now() end,
       now() - make_interval(days => case when n % 3 = 0 then 40 else 0 end, mins => (hashint8(u.id) & 65535) / 4)
     from users u join tenants t on t.id = u.tenant_id join content_sets c on c.tenant_id = u.tenant_id
     cross join lateral (select (hashint8(u.id * 3 + 1) & 65535) % 1000 as n) h
     cross join lateral (
       select 'self_assessment' as type, case when n < $2 then 'completed' else 'in_progress' end as status, 0 as ago
         where n < $2 + 300
       union all select 'self_assessment', 'completed', 1 where n < $2 and n % 10 = 4
       union all select 'certification', 'certified', 0 where n % 20 = 6) x
     where t.domain like $1`,
    [LISTED, completed],
  )
  await client.query(
    `with choices as materialized (
       select s.tenant_id, s.content_set_id, s.id, min(r.id) as response_id,
         row_number() over (partition by s.tenant_id, s.content_set_id order by s.element_id, s.id) as place
       from statements s join tenants t on t.id = s.tenant_id
       join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
       where t.domain like $1 group by s.tenant_id, s.id)
     insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
     select a.tenant_id, a.id, c.id, state, c.response_id, a.user_id
     from assessments a
     join choices c on c.tenant_id = a.tenant_id and c.content_set_id = a.content_set_id and c.place <= $2
     cross join generate_series(1, 2) state order by a.tenant_id, a.id`,
    [LISTED, Math.ceil(share.responses / 2 / (0.35 + 0.0011 * completed))],
  )
  await client.query(
    `insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
     select a.tenant_id, a.id, a.user_id, case a.type when 'certification' then 'certification' else 'action' end, a.type,
       a.year, 1, c.title, json_build_object('current', (hashint8(a.id) & 65535) / 65535.0,
         'content_set', json_build_object('id', c.id))::text, ''
     from assessments a join tenants t on t.id = a.tenant_id
     join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
     where t.domain like $1 and a.completed_at is not null`,
    [LISTED],
  )
  await client.query(
    `insert into certifications (tenant_id, assessment_id, review_id, user_id, report_id, report_hash, number, code, year,
       title, holder, valid_from, valid_until, issued_by, family_id, holder_user_id, superseded_at)
     select r.tenant_id, r.assessment_id, r.id, r.user_id, r.id, '', 'L-' || r.id, 'L' || r.id, r.year, r.title, 'Holder',
       current_date - 300, current_date + (hashint8(r.id) & 65535) % 170 - 80, r.user_id, c.family_id, r.user_id,
       lead(now()) over (partition by r.tenant_id, r.user_id, c.family_id order by r.year, r.id)
     from reports r join tenants t on t.id = r.tenant_id
     join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
     join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
     where t.domain like $1 and r.kind = 'certification'`,
    [LISTED],
  )
  await client.query(
    `insert into certification_reminders (tenant_id, certification_id, days)
     select c.tenant_id, c.id, 1 from certifications c join tenants t on t.id = c.tenant_id where t.domain like $1`,
    [LISTED],
  )
  await client.query('commit')
  client.release()
}
