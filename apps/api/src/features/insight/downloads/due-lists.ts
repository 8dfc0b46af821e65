import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { type DataList, labelled, moment } from './data-list.ts'
import { dueDatesOf, remindersOf } from './due-rows.queries.ts'
import type { Subject } from './subject.queries.ts'

const TASK = [
  { key: 'content_set', header: 'Content set', width: 32 },
  { key: 'year', header: 'Year', width: 8 },
  { key: 'type', header: 'Type', width: 18, ...labelled(ASSESSMENT_TYPE_LABELS) },
]

export function dueDates(subject: Subject): DataList {
  return {
    name: 'due-dates',
    title: 'Due dates',
    about: 'the due dates of assessments, for each content set, year and type',
    columns: [...TASK, { key: 'due_on', header: 'Due', width: 12 }],
    rows: () => dueDatesOf(subject),
  }
}

const KINDS = {
  prompted: 'Reminder',
  assigned: 'Elements assigned',
  asked: 'Question',
  returned: 'Given back',
  not_mine: 'Marked “Not mine”',
  to_invite: 'Invitation requested',
  planned: 'Planned action assigned',
  plan_due: 'Planned action due',
  due: 'Due',
  approval: 'Approval requested',
  approved: 'Approved',
  refused: 'Not approved',
  decided: 'Auditor’s decision',
}

/** What was told some weeks ago is deleted. */
export function reminders(subject: Subject): DataList {
  return {
    name: 'reminders',
    title: 'Reminders and notifications',
    about:
      'the reminders and notifications of about the last 30 days: who got them, about which assessment, from whom and when',
    columns: [
      { key: 'name', header: 'Name', width: 28 },
      { key: 'email', header: 'Email', width: 32 },
      { key: 'kind', header: 'What', width: 20, ...labelled(KINDS) },
      { key: 'element', header: 'Element', width: 32 },
      ...TASK,
      { key: 'sent_by', header: 'By', width: 28 },
      { key: 'created_at', header: 'Created (UTC)', ...moment },
      { key: 'read_at', header: 'Read (UTC)', ...moment },
      { key: 'told_on', header: 'Emailed on', width: 12 },
    ],
    rows: () => remindersOf(subject),
  }
}
