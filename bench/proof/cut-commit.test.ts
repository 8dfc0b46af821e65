import type { ResponseChange } from 'contract/answers'
import { afterAll, expect, test } from 'vitest'
import type { Answer } from './api-call.ts'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { readRows } from './database.ts'
import { type Saved, choices, saveOnce, versionIn } from './saving.ts'
import { type Person, startStack } from './stack.ts'
import type { CutHere, Message } from './tcp-proxy.ts'

const ROUNDS = 200

const stack = await startStack({ people: 6, throughProxy: true })
afterAll(() => stack.close())

test.each([
  ['Parse', false, 0],
  ['Bind', false, 1],
  ['Execute', false, 2],
  ['Sync', false, 3],
  ['the reply', true, 4],
  ['ReadyForQuery after the reply', true, 5],
] as const)(
  'a save whose connection is cut at %s is not acknowledged, and a retry saves it once',
  async (point, isSaved, index) => {
    const person = stack.people[index]
    if (!person) throw new Error('There are fewer people than points.')
    const next = choices(person)
    const saved: Saved[] = []
    const counts = { cuts: 0, falselyConfirmed: 0, unexpectedHistory: 0 }
    while (counts.cuts < ROUNDS) {
      const change = next.change()
      const cutter = createCutter(point, change.key)
      stack.proxy.faults.cutHere = cutter.cutHere
      const first = await save(person, change)
      if (cutter.hasCut()) {
        counts.cuts += 1
        counts.falselyConfirmed += Number(!isRefusal(first))
        counts.unexpectedHistory += Number((await isInHistory(change.key)) !== isSaved)
      }
      // Each connection parses a statement only once, so the next Parse needs a new connection.
      else stack.proxy.breakAll()
      let answer = first
      while (isRefusal(answer)) answer = await save(person, change)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
      const version = versionIn(answer, change)
      next.remember(change, version)
      saved.push({ person, change, version, at: performance.now() })
    }
    const result = { ...counts, ...(await checkHistory(stack.database.url(), saved)) }
    console.info(`cut-commit at ${point}: ${JSON.stringify(result)}`)
    expect(result).toMatchObject({ falselyConfirmed: 0, unexpectedHistory: 0, ...NOTHING_LOST })
  },
  600_000,
)

async function save(person: Person, change: ResponseChange): Promise<Answer> {
  const answer = await saveOnce(stack.ports[0] ?? 0, person, change)
  if (!answer) throw new Error('The API did not answer.')
  return answer
}

function isRefusal({ status, retryAfter }: Answer): boolean {
  return status === 503 && retryAfter !== undefined
}

/** Cuts the connection that carries the save with this key, once. */
function createCutter(point: string, key: string) {
  let carrier: object | undefined
  let hasReply = false
  let hasCut = false
  const cutHere: CutHere = (message, link) => {
    if (hasCut) return false
    if (isOf(message, 'client', 'B', key)) carrier = link
    if (point === 'Parse') hasCut = isOf(message, 'client', 'P', 'save_answers')
    else hasCut = link === carrier && isPoint(point, message, hasReply)
    hasReply ||= link === carrier && isOf(message, 'server', 'C')
    return hasCut
  }
  return { cutHere, hasCut: () => hasCut }
}

function isPoint(point: string, message: Message, hasReply: boolean): boolean {
  if (point === 'the reply') return isOf(message, 'server', 'C')
  if (point === 'ReadyForQuery after the reply') return hasReply && isOf(message, 'server', 'Z')
  return isOf(message, 'client', point.charAt(0))
}

function isOf(message: Message, from: Message['from'], type: string, text = '') {
  return message.from === from && message.type === type && message.bytes.includes(text)
}

async function isInHistory(key: string): Promise<boolean> {
  const text = 'select from response_events where key = $1'
  return (await readRows(stack.database.url(), text, [key])).length === 1
}
