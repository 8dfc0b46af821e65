import type { ContentSetFile } from 'contract/content-format'
import { createHash } from 'node:crypto'
import texts from './demo-notes.json' with { type: 'json' }
import type { DemoUser } from './demo-users.ts'

// By email address, year and statement.
export const NOTES: Record<string, string> = texts.notes
export const NOT_APPLICABLE: Record<string, string> = texts.notApplicable

export type DemoYear = 'last-year' | 'this-year'

/** Keys of the content set. */
export type DemoAnswer = {
  statement: string
  current: string | null
  future: string | null
  notApplicableReason: string | null
  note: string | null
}
export type DemoElement = { element: string; isComplete: boolean; answers: DemoAnswer[] }

// Levels of the Resilience Lead this year, by element.
const LEVELS: Record<string, { current: string; future: string }> = {
  GOV: { current: '323333', future: '433443' },
  SRV: { current: '32232', future: '44333' },
  PPL: { current: '3323334', future: '4434334' },
  TEC: { current: '3312222', future: '4444433' },
  SUP: { current: '122222', future: '333433' },
  INC: { current: '323332', future: '434333' },
  TST: { current: '21212', future: '33333' },
  LRN: { current: '322223', future: '343333' },
}

/** A user's answers in a year, the same at every start. Empty if there is no assessment. */
export function demoAnswers(set: ContentSetFile, user: DemoUser, year: DemoYear) {
  const isLast = year === 'last-year'
  const hasAny = isLast ? user.hasLastYear : user.thisYear.length > 0
  if (!hasAny) return []
  return set.elements.map((element, index) => {
    const count = isLast ? element.statements.length : (user.thisYear[index] ?? 0)
    const answers = element.statements
      .slice(0, count)
      .map((statement, position) =>
        answerOf(statement, levelsAt(element.key, position), user, year),
      )
    return { element: element.key, isComplete: count === element.statements.length, answers }
  })
}

type Statement = ContentSetFile['elements'][number]['statements'][number]

function answerOf(statement: Statement, lead: Levels, user: DemoUser, year: DemoYear) {
  const about = `${user.email} ${year} ${statement.key}`
  const notApplicableReason = NOT_APPLICABLE[about] ?? null
  const { current, future } = asSeenBy(lead, user, year, statement.key)
  const keyAt = (level: number) =>
    notApplicableReason === null ? (statement.responses[level - 1]?.key ?? null) : null
  return {
    statement: statement.key,
    current: keyAt(current),
    future: keyAt(future),
    notApplicableReason,
    note: NOTES[about] ?? null,
  }
}

type Levels = { current: number; future: number }

function levelsAt(element: string, position: number): Levels {
  const { current = '', future = '' } = LEVELS[element] ?? {}
  return { current: Number(current[position] ?? 2), future: Number(future[position] ?? 3) }
}

/** Colleagues differ by a level here and there, and last year was a little lower. */
function asSeenBy(lead: Levels, user: DemoUser, year: DemoYear, statement: string): Levels {
  const isLead = user.email.startsWith('resilience.lead@')
  const opinion = isLead ? 0 : ([-1, 0, 0, 0, 0, 1][dice(`${user.email} ${statement}`) % 6] ?? 0)
  const progress = year === 'last-year' && dice(statement) % 5 < 2 ? 1 : 0
  const current = within(lead.current + opinion - progress)
  return { current, future: Math.max(current, within(lead.future + Math.min(0, opinion))) }
}

function within(level: number) {
  return Math.min(4, Math.max(1, level))
}

function dice(seed: string) {
  return createHash('sha256').update(seed).digest().readUInt32BE(0)
}
