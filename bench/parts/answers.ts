import type { ResponseChange } from 'contract/answers'
import type { Connection, Reply } from './http-client.ts'
import { type Person, headersOf } from './people.ts'

/** Answers a person's statements in turn. Current stays below future, so that a save changes one response. */
export function createAnswers(firstVersion = 0) {
  const versions = new Map<string, number>()
  const turns = new Map<number, number>()
  const nameOf = (person: Person, row: { statement_id: number; state: number }) =>
    `${person.id} ${row.statement_id} ${row.state}`
  return {
    next: (person: Person): ResponseChange => {
      const turn = turns.get(person.id) ?? 0
      turns.set(person.id, turn + 1)
      const one = choice(person, turn)
      const version = versions.get(nameOf(person, one)) ?? firstVersion
      return { key: crypto.randomUUID(), not_applicable_reason: null, version, ...one }
    },
    /** With what was sent, if the answer leaves that out. */
    remember: (person: Person, answer: string, sent: readonly ResponseChange[] = []) => {
      const { responses } = JSON.parse(answer)
      for (const row of responses) {
        const own = sent.find(({ state }) => state === row.state)
        versions.set(nameOf(person, { ...own, ...row }), row.version ?? (own?.version ?? 0) + 1)
      }
    },
  }
}

function choice({ statements }: Person, turn: number) {
  const statement = statements[Math.floor(turn / 2) % statements.length]
  if (!statement) throw new Error('There is nothing to answer.')
  const state = turn % 2 === 0 ? (1 as const) : (2 as const)
  const round = Math.floor(turn / (2 * statements.length)) % 2
  const response = statement.responses[state === 1 ? round : 2 + round]
  return { statement_id: statement.id, state, statement_response_id: response ?? null }
}

export function savePath({ assessmentId }: Person): string {
  return `/api/assessments/${assessmentId}/responses`
}

/** Both choices of a statement in one request, as pages send them. */
export async function saveBoth(
  answers: ReturnType<typeof createAnswers>,
  connection: Connection,
  person: Person,
): Promise<Reply> {
  const choices = [answers.next(person), answers.next(person)]
  const statement_id = choices[0]?.statement_id
  const change = { statement_id, choices: choices.map(({ statement_id: _, ...one }) => one) }
  const path = `/api/assessments/${person.assessmentId}/answers`
  const reply = await connection.send('PUT', path, headersOf(person), change)
  if (reply.status === 200) answers.remember(person, reply.body, choices)
  return reply
}
