import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { databaseOf } from 'api/db/driver'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { startMailServer } from 'api/testing/mail-server'
import { type Answer, type Call, callApi } from './api-call.ts'
import { createApiNode } from './api-node.ts'
import { asOwner, readRows, startOwnDatabase } from './database.ts'
import { aToken } from './stack.ts'

const KILLS = 5
const CALLERS = 3
const TIMEOUT_MS = 90_000
/** `KILL_SEED=…` repeats a run with the same moments. */
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)

/** A call that moves one assessment on. */
type Step = { assessment: number; call: Call }

let submissions: Step[]
let decisions: Step[]
const database = await startOwnDatabase()
const mailServer = await startMailServer({ delay: 50 })
const node = await createApiNode(database.url(), { SMTP_URL: mailServer.url, DEMO: 'false' })
await node.start()
await addSteps(150, 80)
afterAll(async () => {
  await node.kill()
  await mailServer.close()
  await database.close()
})

/** Everything that a step may write for an assessment. */
const CERTIFIED = {
  status: 'certified',
  review: 'certified' as string | null,
  reviews: 1,
  certified: 6,
  answers: 6,
  certificates: 1,
  reports: 1,
  steps: ['assessment.certified'],
  audited: ['assessment.certified'],
  mails: ['Your assessment was certified'],
}
type Traces = typeof CERTIFIED
const NOTHING = { certified: 0, answers: 0, certificates: 0, reports: 0, mails: [] }
const UNRECORDED = { ...NOTHING, steps: [], audited: [] }
const COMPLETED: Traces = { ...UNRECORDED, status: 'completed', review: null, reviews: 0 }
const REVIEWED: Traces = { ...UNRECORDED, status: 'in_review', review: 'started', reviews: 1 }
const RECORDED = ['assessment.submitted']
const SUBMITTED = { ...REVIEWED, review: 'submitted', steps: RECORDED, audited: RECORDED }

test('a node that is killed during submissions leaves each assessment wholly submitted or unchanged', async () => {
  const repeats = await killDuring(submissions, 100, COMPLETED, SUBMITTED)
  for (const { status, body } of repeats)
    expect([status, JSON.parse(body)]).toMatchObject([200, { status: 'in_review' }])
}, 240_000)

test('a node that is killed during certifications leaves a complete certificate or none', async () => {
  const repeats = await killDuring(decisions, 200, REVIEWED, CERTIFIED)
  for (const { status, body } of repeats) {
    // The certificate was issued before the answer was lost, so the repetition is a conflict.
    const issued = { code: 'conflict', details: { current: { status: 'certified' } } }
    const answer = status === 200 ? { review: { status: 'certified' } } : issued
    expect([status === 200 || status === 409, JSON.parse(body)]).toMatchObject([true, answer])
  }
  const numbers = await certificateNumbers()
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
}, 240_000)

test('each submission and certificate is mailed once, whichever node was killed while it was sent', async () => {
  const certified = (await certificateNumbers()).length
  const traces = await readTraces()
  const submitted = submissions.filter(
    ({ assessment }) => traces.get(assessment)?.status === SUBMITTED.status,
  ).length
  const distinct = (subject: RegExp) => {
    const mails = mailServer.accepted.filter((mail) => subject.test(mail.subject ?? ''))
    return new Set(mails.map(({ messageId }) => messageId)).size
  }
  const until = performance.now() + TIMEOUT_MS
  const isDone = async () => (await countPending()) === 0 && distinct(/submitted/) >= submitted
  while (performance.now() < until && !(await isDone())) await sleep(200)
  const counts = [distinct(/^Your assessment was certified /), distinct(/submitted/), distinct(/./)]
  expect([await countPending(), ...counts]).toEqual([
    0,
    certified,
    submitted,
    certified + submitted,
  ])
  // A worker that is killed before it records a sent mail sends it again with the same id.
  expect(mailServer.accepted.length - distinct(/./)).toBeLessThanOrEqual(2 * KILLS)
}, 120_000)

/**
 * Makes the steps while the node is killed at random moments, and compares each assessment's traces after every kill.
 * Calls without an answer are repeated after the restart; their answers are returned.
 */
async function killDuring(steps: readonly Step[], withinMs: number, before: Traces, after: Traces) {
  const waiting = [...steps]
  const acknowledged = new Set<number>()
  const repeats: Answer[] = []
  const moment = fc.noBias(fc.integer({ min: 0, max: withinMs }))
  const moments = fc.sample(moment, { numRuns: KILLS, seed: SEED })

  async function callUntilCut(cut: Step[], onAnswer: () => void) {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const answer = await callApi(node.port, step.call)
      onAnswer()
      if (!answer) {
        cut.push(step)
        return
      }
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
      acknowledged.add(step.assessment)
    }
    onAnswer()
  }
  async function expectWhole() {
    const traces = await readTraces()
    for (const { assessment } of steps) {
      const own = traces.get(assessment)
      const isAfter = acknowledged.has(assessment) || own?.status === after.status
      expect(own, `assessment ${assessment}`).toEqual(isAfter ? after : before)
    }
  }

  for (const delay of moments) {
    const cut: Step[] = []
    const first = Promise.withResolvers<void>()
    const callers = Array.from({ length: CALLERS }, () => callUntilCut(cut, first.resolve))
    // The first answers after a start take longer.
    await first.promise
    await sleep(delay)
    await node.kill()
    await Promise.all(callers)
    await expectWhole()
    await node.start()
    for (const { assessment, call } of cut) {
      const answer = await callApi(node.port, call)
      if (!answer) throw new Error('The restarted node does not answer.')
      acknowledged.add(assessment)
      repeats.push(answer)
    }
  }
  await expectWhole()
  console.info(
    `KILL_SEED=${SEED}, after ${moments.join(', ')} ms; ${acknowledged.size} steps, ${repeats.length} repeated`,
  )
  expect(repeats.length).toBeGreaterThan(0)
  return repeats
}

async function addSteps(submitting: number, reviewed: number) {
  await asOwner(database.url(), async (owner) => {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
    const auditor = await anAuditor(db, tenant)
    const byAuditor = { host: auditor.host, token: await aToken(db, auditor) }
    submissions = []
    decisions = []
    while (submissions.length < submitting) {
      const user = await aUser(db, { tenant })
      const assessment = await anAssessment(db, { user, contentSetId, type: 'certification' })
      const path = `/assessments/${assessment}/submission`
      const call = { path, host: user.host, token: await aToken(db, user) }
      submissions.push({ assessment, call: { method: 'POST', ...call } })
    }
    while (decisions.length < reviewed) {
      const user = await aUser(db, { tenant })
      const { assessment, review } = await aSubmission(db, { user, contentSetId, is: 'reviewed' })
      const call = { path: `/reviews/${review}/certificate`, body: { version: 1 }, ...byAuditor }
      decisions.push({ assessment, call: { method: 'POST', ...call } })
    }
  })
}

async function readTraces(): Promise<Map<number, Traces>> {
  const rows = await readRows<Traces & { id: number }>(
    database.url(),
    `select a.id::float8, a.status,
      (select max(r.status) from reviews r where r.assessment_id = a.id) as review,
      (select count(*)::int from reviews r where r.assessment_id = a.id) as reviews,
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
      array(select regexp_replace(m.subject, ' \\(.*\\)$', '') from mails m where m.recipient = u.email order by m.id) as mails
     from assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id`,
  )
  return new Map(rows.map(({ id, ...traces }) => [id, traces]))
}

async function certificateNumbers(): Promise<number[]> {
  const text = `select split_part(number, '-', 2)::int as number from certifications order by 1`
  return (await readRows<{ number: number }>(database.url(), text)).map(({ number }) => number)
}

async function countPending(): Promise<number> {
  return (await readRows(database.url(), `select from mails where status <> 'sent'`)).length
}
