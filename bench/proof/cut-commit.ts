import type { ResponseChange } from 'contract/assessments'
import pg from 'pg'
import type { Answer } from './api-call.ts'
import { checkHistory } from './check-history.ts'
import type { Person } from './people.ts'
import { type Saved, choices, saveOnce, versionIn } from './saving.ts'
import type { CutHere, Message } from './tcp-proxy.ts'
import { type World, startWorld } from './world.ts'

/** Where the connection is cut while a save goes through it, and whether the save has then happened. */
const POINTS = [
  { at: 'Parse', isSaved: false },
  { at: 'Bind', isSaved: false },
  { at: 'Execute', isSaved: false },
  { at: 'Sync, which commits, before the server has it', isSaved: false },
  { at: 'the reply to it', isSaved: true },
  { at: 'ReadyForQuery after that reply', isSaved: true },
] as const
type Point = (typeof POINTS)[number]

/** Cuts the connection so many times at each point; the client repeats with the same key until it has an answer. */
export async function cutCommit({ rounds }: { rounds: number }) {
  const world = await startWorld({ people: POINTS.length, throughProxy: true })
  const owner = new pg.Client(world.database.url())
  await owner.connect()
  try {
    const results = []
    for (const [index, point] of POINTS.entries()) {
      results.push({ at: point.at, ...(await cutAt(world, owner, point, index, rounds)) })
    }
    return results
  } finally {
    await owner.end()
    await world.close()
  }
}

async function cutAt(world: World, owner: pg.Client, point: Point, index: number, rounds: number) {
  const person = world.people[index]
  if (!person) throw new Error('There is a person for each point.')
  const next = choices(person)
  const saved: Saved[] = []
  const counts = { cuts: 0, falselyConfirmed: 0, elsewhere: 0 }
  while (counts.cuts < rounds) {
    const change = next.change()
    const cutter = makeCutter(point.at, change.key)
    world.proxy.faults.cutHere = cutter.cutHere
    const first = await save(world, person, change)
    if (cutter.hasCut()) {
      counts.cuts += 1
      counts.falselyConfirmed += Number(!isRefusal(first))
      counts.elsewhere += Number((await isInHistory(owner, change.key)) !== point.isSaved)
    }
    // A connection parses a statement once: it takes a new one to meet that again.
    else world.proxy.breakAll()
    const answer = first.status === 200 ? first : await saveAgain(world, person, change)
    const version = versionIn(answer, change)
    next.remember(change, version)
    saved.push({ person, change, version, at: performance.now() })
  }
  return { ...counts, ...(await checkHistory(world.database.url(), saved)) }
}

async function save({ ports }: World, person: Person, change: ResponseChange): Promise<Answer> {
  const answer = await saveOnce(ports[0] ?? 0, person, change)
  if (!answer) throw new Error('The API did not answer.')
  return answer
}

async function saveAgain(world: World, person: Person, change: ResponseChange): Promise<Answer> {
  for (;;) {
    const answer = await save(world, person, change)
    if (answer.status === 200) return answer
    if (!isRefusal(answer)) throw new Error(`${answer.status} ${answer.body}`)
  }
}

function isRefusal({ status, retryAfter }: Answer): boolean {
  return status === 503 && retryAfter !== undefined
}

/** Cuts once, on the connection that carries the save with this key. */
function makeCutter(point: Point['at'], key: string) {
  let carrier: object | undefined
  let isReplied = false
  let hasCut = false
  const cutHere: CutHere = (message, link) => {
    if (hasCut) return false
    if (isOf(message, 'client', 'B', key)) carrier = link
    if (point === 'Parse') hasCut = isOf(message, 'client', 'P', 'save_responses')
    else hasCut = link === carrier && isPoint[point](message, isReplied)
    isReplied ||= link === carrier && isOf(message, 'server', 'C')
    return hasCut
  }
  return { cutHere, hasCut: () => hasCut }
}

type IsPoint = (message: Message, isReplied: boolean) => boolean
const isPoint: Record<Exclude<Point['at'], 'Parse'>, IsPoint> = {
  Bind: (message) => isOf(message, 'client', 'B'),
  Execute: (message) => isOf(message, 'client', 'E'),
  'Sync, which commits, before the server has it': (message) => isOf(message, 'client', 'S'),
  'the reply to it': (message) => isOf(message, 'server', 'C'),
  'ReadyForQuery after that reply': (message, isReplied) =>
    isReplied && isOf(message, 'server', 'Z'),
}

function isOf(message: Message, from: Message['from'], type: string, text = '') {
  return message.from === from && message.type === type && message.bytes.includes(text)
}

async function isInHistory(owner: pg.Client, key: string): Promise<boolean> {
  const { rowCount } = await owner.query('select from response_events where key = $1', [key])
  return rowCount === 1
}
