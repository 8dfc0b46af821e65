import { randomUUID } from 'node:crypto'
import type { Quiz } from 'contract/assessments'
import type { Approvals } from 'contract/approvals'
import type { ContentSetFile } from 'contract/content-format'
import { expect, vi } from 'vitest'
import { upload } from './attached.ts'
import { anAuditor } from './certifying.ts'
import { THIS_YEAR, aContentSet, aTenant, aUser } from './factories.ts'
import { aLadder } from './ladder.ts'
import { aRespondent, choice } from './respondent.ts'
import type { TestApp } from './test-app.ts'
import { typed } from './typed-values.ts'

/** Each text as long as it may be. */
export const TEXTS = {
  note: typed('note', 2000, 0),
  reason: typed('reason', 1000, 1),
  comment: typed('comment', 2000, 2),
  action: typed('action', 500, 3, { isLine: true }),
  progress: typed('progress', 2000, 4),
  declined: typed('declined', 1000, 5),
  refusal: typed('refusal', 2000, 6),
  remark: typed('remark', 2000, 7),
  returned: typed('returned', 2000, 8),
  refused: typed('refused', 2000, 9),
  revoked: typed('revoked', 2000, 10),
  file: { text: 'fileone 🪴 שלוםמ filetwo.txt', marks: ['fileone', 'filetwo', '🪴', 'שלוםמ'] },
}

export const DAYS = { action: '2041-03-04', element: '2042-05-06', valid: `${THIS_YEAR + 4}-07-08` }

/** Labels that are nowhere else. */
function aNamedLadder(): ContentSetFile {
  const { groups = [], elements, ...file } = aLadder()
  const label = { advanced: 'Levelchosen', large: 'Profilechosen' } as Record<string, string>
  return {
    ...file,
    groups: groups.map((group) => ({ ...group, label: label[group.key] ?? group.label })),
    elements: elements.map((element) => ({
      ...element,
      statements: element.statements.map((statement) => ({
        ...statement,
        responses: statement.responses?.map((one) => ({
          ...one,
          label: `${one.label}of${statement.key}`,
        })),
      })),
    })),
  }
}

async function ok(answer: Promise<{ status: number; body: unknown; text: string }>) {
  const { status, body, text } = await answer
  expect([status < 300, status < 300 ? '' : text]).toEqual([true, ''])
  return body as Record<string, unknown> & { id: number }
}

type Team = Awaited<ReturnType<typeof aTeam>>

/** A shared certification of a level and a profile, with elements of each kind of person. */
async function aTeam(t: TestApp, domain: string) {
  const tenant = await aTenant(t.db, { domain })
  const contentSetId = await aContentSet(t.db, { tenant, file: aNamedLadder() })
  const user = (name: string) => aUser(t.db, { tenant, name })
  const people = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Annowns'),
    ben: await user('Benassigned'),
    cleo: await user('Cleoasked'),
    dora: await user('Doraapproves'),
    finn: await user('Finnsuggested'),
    auditor: await anAuditor(t.db, tenant),
  }
  const anna = aRespondent(t, people.ann)
  const [set] = await t.sql`select family_id from content_sets where id = ${contentSetId}`
  const { id } = await ok(
    t.as(people.admin).post('/shared-assessments', {
      family_id: set?.family_id,
      type: 'certification',
      owner_id: people.ann.id,
      level: 'advanced',
      profiles: ['large'],
    }),
  )
  const at = (path: string) => `/assessments/${id}${path}`
  const { elements } = await anna.overview({ type: 'certification' })
  const ids = elements.map((element) => element.id)
  const [a = 0, b = 0, c = 0] = ids
  const assign = async (element: number, user_id: number | null, more: object = {}) => {
    const body = { element_ids: [element], user_id, due_on: null, ...more }
    await ok(anna.caller.put(at('/assignments'), body))
  }
  await assign(a, null, { email: 'awaitedone@example.org' })
  await assign(b, people.ben.id, { due_on: DAYS.element })
  await assign(c, people.ben.id)
  const declined = { reason: TEXTS.declined.text, suggested_id: people.finn.id }
  await ok(t.as(people.ben).post(at(`/elements/${c}/decline`), declined))
  return { tenant, ...people, anna, id, at, elements: ids, a, c }
}

/** B1 has no gap, and A2 doesn't apply. */
function choicesFor(statement: Quiz['statements'][number]) {
  const { statement_id, ...current } = choice(statement, 1, 1)
  const { statement_id: _, ...future } = choice(statement, 2, statement.key === 'B1' ? 1 : 3)
  const none = { statement_response_id: null, not_applicable_reason: TEXTS.reason.text }
  return {
    statement_id,
    choices: statement.key === 'A2' ? [{ ...current, ...none }] : [current, future],
  }
}

/** Answers everything, and adds to the first statement what can be added to it. */
async function answerAll({ anna, id, at, elements, a, cleo, ben }: Team) {
  const statements: number[] = []
  for (const element of elements)
    for (const statement of (await anna.quiz(id, element)).statements) {
      await ok(anna.caller.put(at('/answers'), choicesFor(statement)))
      statements.push(statement.id)
    }
  const [statement_id = 0] = statements
  const about = () => ({ key: randomUUID(), statement_id })
  await ok(anna.caller.put(at('/notes'), { ...about(), note: TEXTS.note.text, version: 0 }))
  await ok(anna.caller.put(at('/marks'), { statement_id, is_marked: true }))
  const comment = { ...about(), text: TEXTS.comment.text, user_id: cleo.id }
  await ok(anna.caller.post(at('/comments'), comment))
  const file = { name: TEXTS.file.text, bytes: Buffer.from('Hello') }
  await ok(upload(anna, id, statement_id, file))
  const areClean = async () =>
    expect((await anna.quiz(id, a)).attachments).toMatchObject([{ status: 'clean' }])
  await vi.waitFor(areClean, SOON)
  for (const element of elements) await ok(anna.complete(id, element))
  const action = {
    key: randomUUID(),
    statement_key: 'A1',
    title: TEXTS.action.text,
    owner_id: ben.id,
    due_on: DAYS.action,
    status: 'dropped',
    note: TEXTS.progress.text,
  }
  await ok(anna.caller.post(at('/plan'), { actions: [action] }))
  return statements
}

const SOON = { timeout: 30_000, interval: 100 }

async function reportOf({ anna }: Team) {
  return await vi.waitFor(async () => {
    const [report] = (await anna.overview({ type: 'certification' })).reports
    if (!report) throw new Error('The report is not there yet.')
    return report.id
  }, SOON)
}

/** Lets the approver refuse once, and starts as many rounds as are wanted. */
async function submissionsOf(t: TestApp, { anna, id, at, dora, auditor }: Team) {
  const [chief, judge] = [t.as(dora), t.as(auditor)]
  await ok(anna.caller.put(at('/approver'), { user_id: dora.id }))
  const request = async () =>
    ((await chief.get(at('/approvals'))).body as Approvals).requests[0]?.id
  await ok(anna.caller.post(at('/submission')))
  const refusal = { request: await request(), reason: TEXTS.refusal.text }
  await ok(chief.post(at('/approvals/refuse'), refusal))
  const versionOf = async (path: string) => (await ok(judge.get(path)))['version']
  return async () => {
    await ok(anna.caller.post(at('/submission')))
    await ok(chief.post(at('/approvals/approve'), { request: await request() }))
    const [row] = await t.sql`select max(id) as id from reviews where assessment_id = ${id}`
    const path = `/reviews/${Number(row?.id)}`
    await ok(judge.post(`${path}/start`))
    const send = async (to: string, body: object) =>
      await ok(judge.post(`${path}${to}`, { version: await versionOf(path), ...body }))
    return { path, send }
  }
}

/** A shared certification in which its people fill in all that can be filled in, and its auditor too. */
export async function typedJourney(t: TestApp, domain: string) {
  const team = await aTeam(t, domain)
  const judge = t.as(team.auditor)
  const [first = 0, ...others] = await answerAll(team)
  const report = await reportOf(team)
  const submitted = await submissionsOf(t, team)
  const one = await submitted()
  const middle = (await team.anna.quiz(team.id, team.a)).statements[0]?.statement_responses[1]?.id
  const reviewed = { statement_id: first, statement_response_id: middle, version: 0 }
  await ok(judge.put(`${one.path}/responses`, { ...reviewed, remark: TEXTS.remark.text }))
  await ok(judge.put(`${one.path}/flags`, { statement_id: others[0], is_flagged: true }))
  const during = [await judge.get(one.path)]
  await one.send('/return', { reason: TEXTS.returned.text })
  const two = await submitted()
  await two.send('/refusal', { reason: TEXTS.refused.text })
  const { path, send } = await submitted()
  await send('/confirmations', { statement_ids: others, looked_at: others })
  const issued = await send('/certificate', { valid_until: DAYS.valid, supersedes: [] })
  const { id: certificate } = issued['certification'] as { id: number }
  return { ...team, report, certificate, during, path }
}
