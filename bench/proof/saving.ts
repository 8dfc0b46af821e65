import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ResponseChange, assessments } from 'contract/assessments'
import { type Answer, callApi } from './api-call.ts'
import type { Person } from './people.ts'

const REPEAT_AFTER_MS = 20
const PATIENCE_MS = 60_000

/** What the server said is saved, and when it said so. */
export type Saved = { person: Person; change: ResponseChange; version: number; at: number }

type Attempt = Pick<Answer, 'status' | 'retryAfter' | 'milliseconds'>

export type Saving = ReturnType<typeof startSaving>

/** Everybody saves one choice after the other, each through whichever node answers, until `stop`. */
export function startSaving(people: readonly Person[], ports: readonly number[], pauseMs = 0) {
  const saved: Saved[] = []
  const attempts: Attempt[] = []
  let unanswered = 0
  const over = new AbortController()
  const running = Promise.all(people.map(saveOn))
  // A failure is told by `stop`.
  running.catch(() => over.abort())

  async function saveOn(person: Person) {
    const next = choices(person)
    while (!over.signal.aborted) {
      const change = next.change()
      const version = await saveUntilSaved(person, change)
      next.remember(change, version)
      saved.push({ person, change, version, at: performance.now() })
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  async function saveUntilSaved(person: Person, change: ResponseChange): Promise<number> {
    const until = performance.now() + PATIENCE_MS
    for (let turn = 0; performance.now() < until; turn += 1) {
      const answer = await saveOnce(ports[turn % ports.length] ?? 0, person, change)
      if (answer) attempts.push(answer)
      else unanswered += 1
      if (answer?.status === 200) return versionIn(answer, change)
      if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.body}`)
      await sleep(REPEAT_AFTER_MS)
    }
    throw new Error('A choice could not be saved at all.')
  }
  return {
    saved,
    attempts,
    unanswered: () => unanswered,
    stop: async () => {
      over.abort()
      await running
    },
    backAfter,
    /** Waits until everybody has saved a choice after this moment. */
    untilBack: async (moment: number) => {
      while (!over.signal.aborted && backAfter(moment).last === Infinity) await sleep(20)
    },
  }
  /** From this moment until anybody's, and until everybody's, next choice is saved. */
  function backAfter(moment: number) {
    const firsts = people.map((person) => nextOf(person, moment) - moment)
    return { first: Math.min(...firsts), last: Math.max(...firsts) }
  }
  function nextOf(person: Person, moment: number) {
    return saved.find((one) => one.person === person && one.at > moment)?.at ?? Infinity
  }
}

/** One try to save. */
export async function saveOnce(port: number, person: Person, change: ResponseChange) {
  const { host, token, assessmentId } = person
  const path = `/assessments/${assessmentId}/responses`
  return await callApi(port, { method: 'PUT', path, host, token, body: change })
}

export function versionIn({ body }: Answer, { statement_id, state }: ResponseChange): number {
  const { responses } = assessments.save.response.parse(JSON.parse(body))
  const own = responses.find((one) => one.statement_id === statement_id && one.state === state)
  return own?.version ?? 0
}

/** Every statement in turn, the current response below the future one, each time another response than before. */
export function choices({ statements }: Person) {
  const versions = new Map<string, number>()
  let turn = 0
  return {
    change: (): ResponseChange => {
      const { id = 0, responses = [] } = statements[turn % statements.length] ?? {}
      const round = Math.floor(turn / statements.length)
      const state = round % 2 === 0 ? 1 : 2
      const level = (state === 1 ? 0 : 2) + (Math.floor(round / 2) % 2)
      turn += 1
      return {
        key: randomUUID(),
        statement_id: id,
        state,
        statement_response_id: responses[level] ?? null,
        not_applicable_reason: null,
        version: versions.get(`${id} ${state}`) ?? 0,
      }
    },
    remember: ({ statement_id, state }: ResponseChange, version: number) =>
      void versions.set(`${statement_id} ${state}`, version),
  }
}
