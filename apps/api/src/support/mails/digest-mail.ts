import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { Notification } from 'contract/notifications'
import { actionsText, elementsText, noticeText } from 'rules/notice-text'
import { formatNumber, plural } from 'rules/plural'
import { type PlaceContext, addressOf } from '#support/address-of.ts'
import { fullDate } from './full-date.ts'
import type { MailContent } from './render-mail.ts'

export type OpenTask = {
  family_id: number
  title: string
  year: number
  type: AssessmentType
  due_on: string | null
  /** Null: not opened yet. */
  status: AssessmentStatus | null
  /** Elements and questions of a shared assessment that wait for the user. */
  left_to_do?: number
  /** Someone has reminded the user. */
  reminder: { by: string | null } | undefined
}

/** Of a shared assessment. */
export type TeamEntry = Omit<Notification, 'ids' | 'at' | 'is_read'> & { due_on: string | null }

type Entry = { headline: string; due_on: string | null } & NonNullable<
  MailContent['entries']
>[number]

/** What a user has to do and what happened to their parts: due things first, the first one in the subject. */
export function digestMail(
  place: PlaceContext,
  { tasks, team }: { tasks: readonly OpenTask[]; team: readonly TeamEntry[] },
  today: string,
): MailContent {
  const when = { today, isOnly: tasks.length + team.length === 1 }
  const entries = [
    ...tasks.map((task) => taskEntry(place, task, when)),
    ...team.map((one) => teamEntry(place, one, when)),
  ].toSorted((one, other) => (one.due_on ?? LAST).localeCompare(other.due_on ?? LAST))
  const others = entries.length > 1 ? `, and ${formatNumber(entries.length - 1)} more` : ''
  return {
    subject: `${entries[0]?.headline ?? ''}${others}`,
    paragraphs: [],
    entries: entries.map(({ title, text, href }) => ({ title, text, href })),
    footnote: 'You get at most one of these emails each working day.',
    settings: {
      label: 'Choose which emails you get',
      href: addressOf(place, '/settings#emails'),
    },
  }
}

const DAY = 86_400_000

/** After every day. */
const LAST = '9999-12-31'

/** `isOnly`: the mail's heading is the entry's own. */
type When = { today: string; isOnly: boolean }

function taskEntry(place: PlaceContext, task: OpenTask, when: When): Entry {
  return {
    headline: headlineOf(task, nameOf(task), when.today),
    due_on: task.due_on,
    title: nameOf(task),
    text: [dueText(task, when), stateText(task), reasonOf(task)].join(' ').trim(),
    href: addressOf(place, `/?year=${task.year}&type=${task.type}&set=${task.family_id}`),
  }
}

function teamEntry(place: PlaceContext, one: TeamEntry, when: When): Entry {
  const isDue = one.kind === 'due' || one.kind === 'plan_due'
  const title = isDue ? dueTitle(one) : noticeText(one)
  return {
    headline: isDue ? headlineOf(one, title, when.today) : title,
    due_on: one.due_on,
    title,
    text: [
      `${one.title} ${one.year}.`,
      dueText(one, isDue ? when : { ...when, isOnly: false }),
      reasonOfTeam(one),
    ]
      .filter(Boolean)
      .join(' '),
    href: addressOf(place, pathOf(one)),
  }
}

function dueTitle({ kind, actions, elements }: TeamEntry) {
  return kind === 'plan_due' ? actionsText(actions) : elementsText(elements)
}

function reasonOfTeam({ kind }: TeamEntry) {
  if (kind === 'planned' || kind === 'plan_due')
    return 'You get this email because you own an action in this plan.'
  if (kind === 'approval')
    return 'You get this email because you are the approver of this certification.'
  if (kind === 'to_invite') return 'You get this email because you can invite users.'
  return 'You get this email because you take part in this shared assessment.'
}

function pathOf(entry: TeamEntry) {
  const { assessment_id: id, elements, statement_id: statementId, email, report_id: report } = entry
  const [element] = elements
  if (report !== null) return `/action-reports/${report}?tab=plan`
  if (email !== null) return `/admin/users?invite=${encodeURIComponent(email)}`
  if (!element) return pathWithoutElement(entry)
  const statement = statementId === null ? '' : `#statement-${statementId}`
  return `/assessment/${id}?elementId=${element.id}${statement}`
}

/** Only certifications are approved and decided on. An element may be gone with a new edition. */
function pathWithoutElement({ kind, assessment_id: id, year, set }: TeamEntry) {
  const query = `year=${year}${set === undefined ? '' : `&set=${set}`}`
  if (kind === 'decided') return `/certification?${query}`
  const isApproval = kind === 'approval' || kind === 'approved' || kind === 'refused'
  return isApproval ? `/?type=certification&${query}` : `/assessment/${id}`
}

type Due = Pick<OpenTask, 'due_on'>

function headlineOf({ due_on: dueOn }: Due, name: string, today: string) {
  if (dueOn === null) return `Reminder: ${name}`
  if (dueOn < today) return `Overdue: ${name}`
  if (dueOn === today) return `Due today: ${name}`
  if (Date.parse(dueOn) - Date.parse(today) === DAY) return `Due tomorrow: ${name}`
  return `${onDay(dueOn)}: ${name}`
}

function nameOf({ title, year, type }: OpenTask) {
  return `${title} ${year}${type === 'certification' ? ', certification' : ''}`
}

/** Without the date that the heading gives. */
function dueText(due: Due, { today, isOnly }: When) {
  const { due_on: dueOn } = due
  if (dueOn === null) return ''
  if (dueOn < today) return `Was due on ${fullDate(dueOn)}.`
  const isSaid = isOnly && headlineOf(due, '', today).startsWith(onDay(dueOn))
  return isSaid ? '' : `${onDay(dueOn)}.`
}

function onDay(day: string) {
  return `Due on ${fullDate(day)}`
}

function stateText({ status, left_to_do: left = 0 }: OpenTask) {
  if (left === 0) return STATES[status ?? 'not_started']
  return plural(left, {
    one: '1 element or question is waiting for your answer.',
    other: '# elements and questions are waiting for your answers.',
  })
}

const STATES: Record<AssessmentStatus, string> = {
  not_started: 'You haven’t started yet.',
  in_progress: 'You’ve started, and your answers are saved.',
  completed: 'Your answers are complete. Submit them for certification.',
  returned: 'The auditor has requested changes.',
  in_review: '',
  certified: '',
}

function reasonOf({ reminder }: OpenTask) {
  if (!reminder) return 'You get this email because this assessment has a due date.'
  return `You get this email because ${reminder.by ?? 'an admin'} wants to remind you.`
}
