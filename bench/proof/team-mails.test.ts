import { setTimeout as sleep } from 'node:timers/promises'
import { MAIL_PREFERENCES } from 'contract/mail-preferences'
import { expect, test } from 'vitest'
import { sendDigests } from 'api/features/insight/digest/send-digests'
import {
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
} from 'api/testing/factories'
import { testApp } from 'api/testing/test-app'

const PEOPLE = 25
const ASSESSMENTS = 3
const ASSIGNMENTS = 500
const KILLS = 30
/** A Tuesday. The digest comes at seven the next morning. */
const FROM = Date.parse('2026-11-24T10:00:00Z')
const HOUR_MS = 3_600_000

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(8, 1) })
const owner = await aUser(t.db, { tenant, name: 'Olga Owner' })
const people: TestUser[] = []
while (people.length < PEOPLE)
  people.push(await aUser(t.db, { tenant, name: `Person ${people.length}` }))
const [silent, ...others] = people as [TestUser, ...TestUser[]]

type Mail = { recipient: string; subject: string; text: string }

const mails = async () =>
  await t.sql<Mail>`select recipient, subject, text from mails where tenant_id = ${tenant.id} order by id`

test('500 assignments in an hour send the first of each assessment at that moment, and one digest to each person, whatever is killed', async () => {
  const ids: number[] = []
  for (const year of [2024, 2025, 2026].slice(0, ASSESSMENTS))
    ids.push(await aSharedAssessment(t.db, { owner, contentSetId, year }))
  const { rows: elements } = await t.owner.query<{ id: number }>(
    'select id::float8 as id from elements where content_set_id = $1 order by id',
    [contentSetId],
  )
  const choices = MAIL_PREFERENCES.map((kind) => [kind, kind !== 'assigned'] as const)
  const chosen = await t.as(silent).put('/user/mails', Object.fromEntries(choices))
  expect(chosen.status).toBe(200)
  const firsts = new Set<string>()
  for (let n = 0; n < ASSIGNMENTS; n += 1) {
    t.clock.now = () => new Date(FROM + (n * HOUR_MS) / ASSIGNMENTS)
    const [person, id, element] = [people[n % PEOPLE], ids[n % ids.length], elements[n % 8]]
    if (!person || !id || !element) throw new Error('Something is missing.')
    const body = { element_ids: [element.id], user_id: person.id, due_on: null }
    expect((await t.as(owner).put(`/assessments/${id}/assignments`, body)).status).toBe(200)
    if (person !== silent) firsts.add(`${person.email} ${id}`)
  }
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [...firsts].map((first) => first.replace(/ .*/, '')).toSorted(),
  )

  t.clock.now = () => new Date('2026-11-25T06:59:00Z')
  await sendDigests(t.app)
  expect(await mails()).toHaveLength(sent.length)
  t.clock.now = () => new Date('2026-11-25T07:00:00Z')
  const killed = await sendWhileKilling()
  expect(killed).toBeGreaterThan(0)
  const digests = (await mails()).slice(sent.length)
  const waiting = await t.sql<{ email: string }>`select distinct u.email from element_assignments e
    join users u on u.id = e.user_id where e.tenant_id = ${tenant.id} and u.id <> ${silent.id}`
  console.info(
    `team-mails: ${ASSIGNMENTS} assignments, ${sent.length} mails at that moment, ${digests.length} digests of ${waiting.length} people with elements, ${killed} times killed`,
  )
  const recipients = digests.map(({ recipient }) => recipient)
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(recipients).not.toContain(silent.email)
  expect(recipients.every((email) => others.some((one) => one.email === email))).toBe(true)
  expect(digests.filter(({ text }) => !/Olga Owner/.test(text))).toEqual([])
  await sendDigests(t.app)
  t.clock.now = () => new Date('2026-11-26T07:00:00Z')
  await sendDigests(t.app)
  expect(await mails(), 'later').toHaveLength(sent.length + digests.length)
}, 600_000)

/** As often as something is left to send. While it runs, connections are cut, as when a node is killed. */
async function sendWhileKilling(): Promise<number> {
  let killed = 0
  const sent = new AbortController()
  const kill = async () => {
    while (!sent.signal.aborted && killed < KILLS) {
      await sleep(Math.random() * 40)
      const { rowCount } = await t.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename like '%app' and state <> 'idle'`,
      )
      killed += rowCount ?? 0
    }
  }
  const killing = kill()
  while (!sent.signal.aborted) {
    const all = await Promise.allSettled([sendDigests(t.app), sendDigests(t.app)])
    if (all.every(({ status }) => status === 'fulfilled')) sent.abort()
  }
  await killing
  return killed
}
