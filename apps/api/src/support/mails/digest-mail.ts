import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
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
  /** Someone has reminded the user. */
  reminder: { by: string | null } | undefined
}

/** What a user has to do, the first thing in the subject. */
export function digestMail(
  place: PlaceContext,
  tasks: readonly OpenTask[],
  today: string,
): MailContent {
  const others = tasks.length > 1 ? `, and ${tasks.length - 1} more` : ''
  return {
    subject: `${tasks
      .slice(0, 1)
      .map((task) => headlineOf(task, today))
      .join()}${others}`,
    paragraphs: [],
    entries: tasks.map((task) => ({
      title: nameOf(task),
      text: [dueText(task, today), STATES[task.status ?? 'not_started'], reasonOf(task)]
        .join(' ')
        .trim(),
      href: addressOf(place, `/?year=${task.year}&type=${task.type}&set=${task.family_id}`),
    })),
    footnote: 'You get at most one email like this on a working day.',
    settings: {
      label: 'Choose which emails you get',
      href: addressOf(place, '/settings#emails'),
    },
  }
}

const DAY = 86_400_000

function headlineOf(task: OpenTask, today: string) {
  const name = nameOf(task)
  const { due_on: dueOn } = task
  if (dueOn === null) return `Reminder: ${name}`
  if (dueOn < today) return `Overdue: ${name}`
  if (dueOn === today) return `Due today: ${name}`
  if (Date.parse(dueOn) - Date.parse(today) === DAY) return `Due tomorrow: ${name}`
  return `Due on ${fullDate(dueOn)}: ${name}`
}

function nameOf({ title, year, type }: OpenTask) {
  return `${title} ${year}${type === 'certification' ? ', certification' : ''}`
}

function dueText({ due_on: dueOn }: OpenTask, today: string) {
  if (dueOn === null) return ''
  return dueOn < today ? `Was due on ${fullDate(dueOn)}.` : `Due on ${fullDate(dueOn)}.`
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
  if (!reminder) return 'You get this email because your organisation has set this date.'
  return `You get this email because ${reminder.by ?? 'an administrator'} wants to remind you.`
}
