import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTenantTables } from 'api/testing/catalogue'
import { changesOf, rowVersionReader } from 'api/testing/row-versions'
import { type MailServer, startMailServer } from 'api/testing/mail-server'
import { type ApiNode, makeApiNode } from './api-node.ts'
import {
  type Step,
  type Traces,
  addCertifying,
  asOwner,
  openings,
  readTraces,
} from './certifying.ts'
import { killDuring } from './kill-steps.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'

const KILLS = 5
const PATIENCE_MS = 90_000

let database: OwnDatabase
let node: ApiNode
let mailServer: MailServer
let world: Awaited<ReturnType<typeof addCertifying>>
beforeAll(async () => {
  database = await startOwnDatabase()
  mailServer = await startMailServer({ delay: 50 })
  node = await makeApiNode(database.url(), { SMTP_URL: mailServer.url, DEMO: 'false' })
  await node.start()
  world = await addCertifying(database.url(), { submitting: 150, reviewed: 80 })
}, 120_000)
afterAll(async () => {
  await node.kill()
  await mailServer.close()
  await database.close()
})

const NOTHING = { certified: 0, answers: 0, certificates: 0, reports: 0, mails: [] }
const COMPLETED: Traces = {
  ...NOTHING,
  status: 'completed',
  review: null,
  rounds: 0,
  steps: [],
  audited: [],
}
const SUBMITTED: Traces = {
  ...NOTHING,
  status: 'in_review',
  review: 'submitted',
  rounds: 1,
  steps: ['assessment.submitted'],
  audited: ['assessment.submitted'],
}
const REVIEWED: Traces = { ...SUBMITTED, review: 'begun', steps: [], audited: [] }
const CERTIFIED: Traces = {
  status: 'certified',
  review: 'certified',
  rounds: 1,
  certified: 6,
  answers: 6,
  certificates: 1,
  reports: 1,
  steps: ['assessment.certified'],
  audited: ['assessment.certified'],
  mails: ['Your assessment was certified'],
}

/** Looks whether every assessment is wholly before or after its step, and after it where somebody was told so. */
function wholeness(steps: readonly Step[], before: Traces, after: Traces) {
  return async (told: ReadonlySet<number>) => {
    const traces = await readTraces(database.url())
    for (const { assessment } of steps) {
      const own = traces.get(assessment)
      const isAfter = told.has(assessment) || own?.status === after.status
      expect(own, `assessment ${assessment}`).toEqual(isAfter ? after : before)
    }
  }
}

test('killed while people submit, a node leaves each assessment wholly submitted or not at all', async () => {
  const { submissions } = world
  const look = wholeness(submissions, COMPLETED, SUBMITTED)
  const { repeats, account } = await killDuring(node, submissions, {
    kills: KILLS,
    withinMs: 100,
    look,
  })
  console.info(account)
  expect(repeats.length).toBeGreaterThan(0)
  for (const { status, body } of repeats)
    expect([status, JSON.parse(body)]).toMatchObject([200, { status: 'in_review' }])
}, 240_000)

test('killed while an auditor certifies, a node leaves one certificate with everything that belongs to it, or none', async () => {
  const { decisions } = world
  const look = wholeness(decisions, REVIEWED, CERTIFIED)
  const { repeats, account } = await killDuring(node, decisions, {
    kills: KILLS,
    withinMs: 200,
    look,
  })
  console.info(account)
  expect(repeats.length).toBeGreaterThan(0)
  for (const { status, body } of repeats) {
    // Issued although nobody was told: the auditor sees so.
    const issued = { code: 'conflict', details: { standing: { status: 'certified' } } }
    const answer = status === 200 ? { review: { status: 'certified' } } : issued
    expect([status === 200 || status === 409, JSON.parse(body)]).toMatchObject([true, answer])
  }
  const numbers = await certificateNumbers()
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
}, 240_000)

test('each of them is mailed once, whichever node died while it was sent', async () => {
  const certified = (await certificateNumbers()).length
  const traces = await readTraces(database.url())
  const submitted = world.submissions.filter(
    ({ assessment }) => traces.get(assessment)?.status === SUBMITTED.status,
  ).length
  const distinct = (subject: RegExp) =>
    new Set(
      mailServer.accepted
        .filter((mail) => subject.test(mail.subject ?? ''))
        .map(({ messageId }) => messageId),
    ).size
  const told = () => [distinct(/^Your assessment was certified$/), distinct(/submitted/)]
  const until = performance.now() + PATIENCE_MS
  const isDone = async () => (await countUnsent()) === 0 && distinct(/submitted/) >= submitted
  while (performance.now() < until && !(await isDone())) await sleep(200)
  expect([await countUnsent(), ...told()]).toEqual([0, certified, submitted])
  expect(distinct(/./)).toBe(certified + submitted)
  // A worker that is killed between sending and noting so sends the same mail again, under the same id.
  expect(mailServer.accepted.length - distinct(/./)).toBeLessThanOrEqual(2 * KILLS)
}, 120_000)

test('killed while certificates are written as PDF, a node changes nothing, and writes them when it is back', async () => {
  const steps = await openings(database.url(), world)
  const before = await readVersions()
  const look = async () => expect(changesOf(before, await readVersions())).toEqual([])
  const { repeats, account } = await killDuring(node, steps, { kills: KILLS, withinMs: 500, look })
  console.info(account)
  expect(repeats.length).toBeGreaterThan(0)
  for (const { status, body } of repeats) {
    expect([status, body.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(body).toMatch(/%%EOF\s*$/)
  }
}, 240_000)

async function certificateNumbers(): Promise<number[]> {
  const text = `select split_part(number, '-', 2)::int as number from certifications order by 1`
  return await asOwner(database.url(), async (owner) =>
    (await owner.query<{ number: number }>(text)).rows.map(({ number }) => number),
  )
}

async function countUnsent(): Promise<number> {
  const text = `select count(*)::int as count from mails where status <> 'sent'`
  return await asOwner(database.url(), async (owner) =>
    Number((await owner.query<{ count: number }>(text)).rows[0]?.count),
  )
}

/** A restarted node notes things of its own: none of them stands in the organisation's tables. */
async function readVersions() {
  return await asOwner(
    database.url(),
    async (owner) => await rowVersionReader(owner, await readTenantTables(owner))(),
  )
}
