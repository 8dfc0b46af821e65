import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResponseChange } from 'contract/answers'
import { assessments } from 'contract/assessments'
import { type Answer, callApi } from './api-call.ts'
import type { Person } from './stack.ts'

const REPEAT_AFTER_MS = 20
const TIMEOUT_MS = 60_000

/** An acknowledged choice, and when it was acknowledged. */
export type Saved = { person: Person; change: ResponseChange; version: number; at: number }

export type Saving = ReturnType<typeof startSaving>

/**
 * Every person saves choices in series, each through the next node that answers, until `stop`. Who is signed out signs
 * in again, or fails.
 */
export function startSaving(
  people: readonly Person[],
  ports: readonly number[],
  signIn = refuseSignedOut,
) {
  const saved: Saved[] = []
  const attempts: Answer[] = []
  let unanswered = 0
  const stopped = new AbortController()
  const running = Promise.all(people.map(saveOn))
  // `stop` throws the failure.
  running.catch(() => stopped.abort())

  async function saveOn(person: Person) {
    const next = choices(person)
    while (!stopped.signal.aborted) {
      const change = next.change()
      const version = await saveUntilSaved(person, change)
      next.remember(change, version)
      saved.push({ person, change, version, at: performance.now() })
    }
  }
  async function saveUntilSaved(person: Person, change: ResponseChange): Promise<number> {
    const until = performance.now() + TIMEOUT_MS
    for (let turn = 0; performance.now() < until; turn += 1) {
      const answer = await saveOnce(ports[turn % ports.length] ?? 0, person, change)
      if (answer) attempts.push(answer)
      else unanswered += 1
      if (answer?.status === 200) return versionIn(answer, change)
      if (answer?.status === 401) await signIn(person)
      else if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.body}`)
      await sleep(REPEAT_AFTER_MS)
    }
    throw new Error('A choice could not be saved in time.')
  }
  /** The time from this moment until the first and until the last person's next choice is saved. */
  function backAfter(moment: number) {
    const firsts = people.map((person) => {
      const next = saved.find((one) => one.person === person && one.at > moment)
      return (next?.at ?? Infinity) - moment
    })
    return { first: Math.min(...firsts), last: Math.max(...firsts) }
  }
  return {
    saved,
    attempts,
    unanswered: () => unanswered,
    stop: async () => {
      stopped.abort()
      await running
    },
    backAfter,
    untilBack: async (moment: number) => {
      while (!stopped.signal.aborted && backAfter(moment).last === Infinity) await sleep(20)
    },
  }
}

async function refuseSignedOut({ assessmentId }: Person): Promise<void> {
  throw new Error(`The respondent of assessment ${assessmentId} was signed out.`)
}

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
