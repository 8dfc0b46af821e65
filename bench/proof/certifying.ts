import pg from 'pg'
import { databaseOf } from 'api/db/driver'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { type TestTenant, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import type { Call } from './api-call.ts'
import { aToken } from './people.ts'

/** A call that moves one assessment on. */
export type Step = { assessment: number; call: Call }

type Wish = { submitting: number; reviewed: number }

/** Adds an organisation to a database that a node has filled with its first rows: who may submit, and whose review an auditor may end. */
export async function addCertifying(ownerUrl: string, { submitting, reviewed }: Wish) {
  return await asOwner(ownerUrl, async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
    const auditor = await anAuditor(db, tenant)
    const byAuditor = { host: auditor.host, token: await aToken(db, auditor) }
    const submissions: Step[] = []
    for (let n = 0; n < submitting; n += 1) {
      const user = await aUser(db, { tenant })
      const assessment = await anAssessment(db, { user, contentSetId, type: 'certification' })
      const token = await aToken(db, user)
      const path = `/assessments/${assessment}/submission`
      submissions.push({ assessment, call: { method: 'POST', path, host: user.host, token } })
    }
    const decisions: Step[] = []
    const holders = new Map<number, string>()
    for (let n = 0; n < reviewed; n += 1) {
      const user = await aUser(db, { tenant })
      const { assessment, review } = await aSubmission(db, { user, contentSetId, is: 'reviewed' })
      const path = `/reviews/${review}/certificate`
      const body = { version: 1 }
      decisions.push({ assessment, call: { method: 'POST', path, ...byAuditor, body } })
      holders.set(assessment, await aToken(db, user))
    }
    return { tenant, submissions, decisions, holders }
  })
}

/** Holders open the PDF of whatever was certified. */
export async function openings(
  ownerUrl: string,
  { tenant, holders }: { tenant: TestTenant; holders: ReadonlyMap<number, string> },
): Promise<Step[]> {
  const rows = await asOwner(ownerUrl, async (owner) => {
    const text = 'select id::float8, assessment_id::float8 as assessment from certifications'
    return (await owner.query<{ id: number; assessment: number }>(text)).rows
  })
  return rows.map(({ id, assessment }) => ({
    assessment,
    call: {
      path: `/certifications/${id}/pdf`,
      host: tenant.host,
      token: holders.get(assessment) ?? '',
    },
  }))
}

/** Everything that a step may leave behind, of each assessment. */
export type Traces = {
  status: string
  review: string | null
  rounds: number
  certified: number
  answers: number
  certificates: number
  reports: number
  steps: string[]
  audited: string[]
  mails: string[]
}

export async function readTraces(ownerUrl: string): Promise<Map<number, Traces>> {
  return await asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Traces & { id: number }>(
      `select a.id::float8, a.status,
        (select max(r.status) from reviews r where r.assessment_id = a.id) as review,
        (select count(*)::int from reviews r where r.assessment_id = a.id) as rounds,
        (select count(*)::int from responses r where r.assessment_id = a.id and r.state = 3) as certified,
        (select count(*)::int from response_events r where r.assessment_id = a.id and r.state = 3) as answers,
        (select count(*)::int from certifications c
          join reports p on p.tenant_id = c.tenant_id and p.id = c.report_id
            and sha256(convert_to(p.snapshot, 'utf8')) = c.report_hash
            and p.snapshot::jsonb #>> '{certification,number}' = c.number
          where c.assessment_id = a.id) as certificates,
        (select count(*)::int from reports p where p.assessment_id = a.id) as reports,
        array(select e.step from assessment_events e where e.assessment_id = a.id order by e.id) as steps,
        array(select e.action from audit_events e where e.subject = 'assessment ' || a.id order by e.id) as audited,
        array(select m.subject from mails m where m.recipient = u.email order by m.id) as mails
       from assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id`,
    )
    return new Map(rows.map(({ id, ...traces }) => [id, traces]))
  })
}

export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>) {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
