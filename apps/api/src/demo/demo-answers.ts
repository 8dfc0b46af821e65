import { createHash } from 'node:crypto'
import type { ContentSetFile } from 'contract/content-format'
import { NOT_APPLICABLE, NOTES } from './demo-notes.ts'
import type { DemoPerson } from './people.ts'

export type DemoYear = 'last-year' | 'this-year'

/** Keys of the content set; a statement that does not apply has a reason instead of responses. */
export type DemoAnswer = {
  statement: string
  current: string | null
  future: string | null
  notApplicableReason: string | null
  note: string | null
}
export type DemoElement = { element: string; isComplete: boolean; answers: DemoAnswer[] }

// Levels of the statements of each element, as the Resilience Lead sees them this year.
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

/** What a person has answered in a year, always the same; empty where there is no assessment. */
export function demoAnswers(
  set: ContentSetFile,
  person: DemoPerson,
  year: DemoYear,
): DemoElement[] {
  const isLast = year === 'last-year'
  const hasAny = isLast ? person.hasLastYear : person.thisYear.length > 0
  if (!hasAny) return []
  return set.elements.map((element, index) => {
    const count = isLast ? element.statements.length : (person.thisYear[index] ?? 0)
    const answers = element.statements
      .slice(0, count)
      .map((statement, position) =>
        answerOf(statement, levelsAt(element.key, position), person, year),
      )
    return { element: element.key, isComplete: count === element.statements.length, answers }
  })
}

type Statement = ContentSetFile['elements'][number]['statements'][number]

function answerOf(
  statement: Statement,
  lead: Levels,
  person: DemoPerson,
  year: DemoYear,
): DemoAnswer {
  const about = `${person.email} ${year} ${statement.key}`
  const note = NOTES[about] ?? null
  const reason = NOT_APPLICABLE[about]
  if (reason)
    return {
      statement: statement.key,
      current: null,
      future: null,
      notApplicableReason: reason,
      note,
    }

  const { current, future } = asSeenBy(lead, person, year, statement.key)
  const keyAt = (level: number) => statement.responses[level - 1]?.key ?? null
  return {
    statement: statement.key,
    current: keyAt(current),
    future: keyAt(future),
    notApplicableReason: null,
    note,
  }
}

type Levels = { current: number; future: number }

function levelsAt(element: string, position: number): Levels {
  const { current = '', future = '' } = LEVELS[element] ?? {}
  return { current: Number(current[position] ?? 2), future: Number(future[position] ?? 3) }
}

/** Colleagues differ by a level here and there, and last year was a little behind this one. */
function asSeenBy(lead: Levels, person: DemoPerson, year: DemoYear, statement: string): Levels {
  const isLead = person.email.startsWith('resilience.lead@')
  const opinion = isLead ? 0 : ([-1, 0, 0, 0, 0, 1][dice(`${person.email} ${statement}`) % 6] ?? 0)
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
