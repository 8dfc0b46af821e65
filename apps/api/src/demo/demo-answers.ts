import type { ContentSetFile } from 'contract/content-format'
import { createHash } from 'node:crypto'
import type { DemoPerson } from './people.ts'

/** By email address, year and statement. */
export const NOTES: Record<string, string> = {
  'resilience.lead@example.org last-year GOV-2':
    'The board discussed appetite in June and asked for figures. A first draft is due in the spring.',
  'resilience.lead@example.org last-year TEC-5':
    'We restored the payroll database in October. It took eleven hours, mostly spent looking for licence keys.',
  'resilience.lead@example.org last-year SUP-4':
    'The heating contractor has no deputy over Christmas. Facilities are talking to a second firm.',
  'resilience.lead@example.org this-year GOV-2':
    'Limits for meals and home visits were approved in March. Transport and payroll are still to come.',
  'resilience.lead@example.org this-year SRV-3':
    'Maps for home care and meals are done. The workshop for transport has been moved to January.',
  'resilience.lead@example.org this-year PPL-4':
    'Test on Sunday 14 September: 71% confirmed within thirty minutes. Two teams still use old numbers.',
  'resilience.lead@example.org this-year TEC-3':
    'Technology promises 24 hours for the visit planner; home care needs it back in four. No one has agreed either figure.',
  'resilience.lead@example.org this-year TEC-5':
    'The full restore is planned for February. Until then we rely on the partial test of last autumn.',
  'resilience.lead@example.org this-year SUP-1':
    'Legal has drafted a clause. The catering contract is the first to be renewed, at the end of March.',
  'operations.director@example.org this-year INC-4':
    'Families praised the text messages during the July flood. The website was four hours behind.',
  'technology.lead@example.org last-year TEC-4':
    'Daily copies go to the second site. An administrator could delete both; an unchangeable copy is budgeted.',
  'people.manager@example.org this-year PPL-5':
    'After the flood we offered conversations to everyone on the late shift, and nineteen people came.',
  'continuity.manager@example.org this-year TST-4':
    'Both generators carried the cold store for three hours in May. The second one needed a new battery first.',
}

/** Why a statement doesn't apply, by email address, year and statement. */
export const NOT_APPLICABLE: Record<string, string> = {
  'resilience.lead@example.org last-year SRV-5':
    'Last year all our services went directly to residents. The contract with the hospital began in January.',
  'continuity.manager@example.org last-year PPL-7':
    'Production is staffed by our own employees only. We employ neither agency staff nor volunteers.',
  'continuity.manager@example.org this-year PPL-7':
    'Production is staffed by our own employees only. We employ neither agency staff nor volunteers.',
}

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

/** A person's answers in a year, the same at every start. Empty if there is no assessment. */
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
  const notApplicableReason = NOT_APPLICABLE[about] ?? null
  const { current, future } = asSeenBy(lead, person, year, statement.key)
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
