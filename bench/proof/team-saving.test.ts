import { setTimeout as sleep } from 'node:timers/promises'
import type { ResponseChange } from 'contract/answers'
import { afterAll, expect, test } from 'vitest'
import { createApiNode } from './api-node.ts'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { readRows, startOwnDatabase } from './database.ts'
import type { Saved } from './saving.ts'
import { type Member, type Statement, aChange, addTeam, callAs, pick } from './team.ts'

const PEOPLE = 20
const SECONDS = Number(process.env.PROOF_SECONDS ?? 60)

const database = await startOwnDatabase()
const { assessmentId, members, statements } = await addTeam(database.url(), PEOPLE)
const nodes = await Promise.all([createApiNode(database.url()), createApiNode(database.url())])
await Promise.all(nodes.map((node) => node.start()))
const ports = nodes.map(({ port }) => port)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await database.close()
})

const path = `/assessments/${assessmentId}`
const elements = [...new Set(statements.map(({ elementId }) => elementId))]
let owner = members[0] as Member
/** Who answers each element, and which are complete, as far as this test has been told. */
const answerers = new Map<number, Member>()
const complete = new Set<number>()
const saved: Saved[] = []
const refusals = new Map<string, number>()
const managed = new Map<string, number>()
const over = new AbortController()
let leftComplete = 0

test('20 people answer one assessment while its owner completes, assigns and hands over: nothing is lost or doubled', async () => {
  for (const [at, id] of elements.entries()) await assign(id, members[1 + at])
  // Chosen without a connection, and sent when everyone else is done.
  const away = members[1] as Member
  const late = statements.map((statement) => aChange(statement, 1, 0))
  const running = members.filter((member) => member !== away).map(answerOn)
  const managing = manageOn()
  await sleep(SECONDS * 1000)
  over.abort()
  await Promise.all([...running, managing])
  const before = saved.length
  for (const change of late) await save(away, change)
  const result = await checkHistory(database.url(), saved)
  const later = await savedAfterCompletion()
  const [told, done] = [refusals, managed].map((counts) => Object.fromEntries(counts))
  console.info(
    `team-saving, ${SECONDS} s: ${JSON.stringify({ ...result, late: saved.length - before, leftComplete, later, refusals: told, managed: done })}`,
  )
  expect(result).toMatchObject({ ...NOTHING_LOST, acknowledged: saved.length })
  expect([leftComplete, later]).toEqual([0, 0])
  expect(saved.length).toBeGreaterThan(10 * SECONDS)
  expect([...refusals.keys()].toSorted()).toEqual(['conflict', 'element-complete', 'not-assigned'])
  expect([...managed.keys()].toSorted()).toEqual(
    expect.arrayContaining(['assigned', 'completed', 'given back', 'handed over']),
  )
})

/** What is theirs, as they were last told. The owner answers what is no one's. */
async function answerOn(member: Member) {
  const versions = new Map<string, number>()
  while (!over.signal.aborted) {
    const mine = statements.filter(({ elementId }) => {
      const answerer = answerers.get(elementId)
      return answerer === undefined ? member === owner : answerer === member
    })
    // Who has nothing to answer opens what was theirs before, now and then.
    const statement: Statement = mine.length > 0 ? pick(mine) : pick(statements)
    const state = pick([1, 2] as const)
    const place = `${statement.id} ${state}`
    versions.set(place, await save(member, aChange(statement, state, versions.get(place) ?? 0)))
    await sleep(mine.length > 0 ? 5 : 200)
  }
}

/** Returns the version that the choice has now, or 0 if it isn't known. */
async function save(member: Member, change: ResponseChange): Promise<number> {
  const { status, code, body } = await callAs(member, ports, {
    method: 'PUT',
    path: `${path}/responses`,
    body: change,
  })
  if (status === 503) return await save(member, change)
  const found = JSON.parse(body) as Answered
  const version = versionIn(found, change)
  if (status !== 200) {
    count(refusals, code ?? String(status))
    return version
  }
  saved.push({ person: member, change, version, at: performance.now() })
  if (found.element?.is_complete) leftComplete += 1
  return version
}

/**
 * Answers of elements that are complete, saved after they were: there are none, because an owner's answer opens them
 * again. A completion has the time at which it started to wait for those that were being saved.
 */
async function savedAfterCompletion(): Promise<number> {
  const rows = await readRows(
    database.url(),
    `select from element_completions c join statements s on s.tenant_id = c.tenant_id and s.element_id = c.element_id
     join response_events e on e.tenant_id = c.tenant_id and e.assessment_id = c.assessment_id and e.statement_id = s.id
     where c.assessment_id = $1 and e.at > c.completed_at + interval '2 seconds'`,
    [assessmentId],
  )
  return rows.length
}

type Responses = { statement_id: number; state: number; version: number }[]
/** A refusal has them in its details. */
type Answered = {
  responses?: Responses
  details?: { responses?: Responses }
  element?: { is_complete: boolean } | null
}

function versionIn({ responses, details }: Answered, { statement_id, state }: ResponseChange) {
  const all = responses ?? details?.responses ?? []
  return all.find((one) => one.statement_id === statement_id && one.state === state)?.version ?? 0
}

async function manageOn() {
  while (!over.signal.aborted) {
    await pick([assignOne, assignOne, completeOne, completeOne, giveBackOne, handOver])()
    await sleep(50)
  }
}

async function assignOne() {
  await assign(pick(elements), pick([undefined, ...members.filter((one) => one !== owner)]))
}

async function assign(id: number, member: Member | undefined) {
  const body = { element_ids: [id], user_id: member?.userId ?? null, due_on: null }
  if (!(await manage('assigned', 'PUT', '/assignments', body))) return
  if (member) answerers.set(id, member)
  else answerers.delete(id)
}

async function completeOne() {
  const id = pick(elements)
  if (await manage('completed', 'POST', `/elements/${id}/completion`)) complete.add(id)
}

async function giveBackOne() {
  const id = pick([...complete, ...elements])
  complete.delete(id)
  await manage('given back', 'POST', `/elements/${id}/return`)
}

/** What was the new owner's is no one's then. */
async function handOver() {
  const next = pick(members.filter((one) => one !== owner))
  if (!(await manage('handed over', 'PUT', '/owner', { user_id: next.userId }))) return
  owner = next
  for (const [id, member] of answerers) if (member === next) answerers.delete(id)
}

async function manage(what: string, method: 'PUT' | 'POST', below: string, body: object = {}) {
  const call = { method, path: `${path}${below}`, ...(method === 'PUT' && { body }) }
  const { status, code } = await callAs(owner, ports, call)
  const isDone = status < 300
  count(managed, isDone ? what : `${what}: ${code ?? status}`)
  return isDone
}

function count(counts: Map<string, number>, what: string) {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
