import { SHARED_ROLE_LABELS } from 'contract/labels'
import { OF_ASSESSMENT, OF_STATEMENT } from './assessment-lists.ts'
import { type DataList, labelled, moment } from './data-list.ts'
import { approvalsOf, assignmentsOf, commentsOf, membersOf } from './shared-rows.queries.ts'
import type { Subject } from './subject.queries.ts'

/** Owners are in the list of assessments. */
export function members(subject: Subject): DataList {
  return {
    name: 'members',
    title: 'Members',
    about: 'the members of shared assessments besides the owner, and when they joined and left',
    columns: [
      ...OF_ASSESSMENT,
      { key: 'role', header: 'Role', width: 14, ...labelled(SHARED_ROLE_LABELS) },
      { key: 'joined_at', header: 'Joined (UTC)', ...moment },
      { key: 'left_at', header: 'Left (UTC)', ...moment },
    ],
    rows: () => membersOf(subject),
  }
}

export function assignments(subject: Subject): DataList {
  return {
    name: 'assignments',
    title: 'Assignments',
    about:
      'who answers which element of a shared assessment. If a row names no person, the element is waiting for someone to join or needs a new person',
    columns: [
      ...OF_ASSESSMENT,
      { key: 'element', header: 'Element', width: 32 },
      { key: 'awaited_email', header: 'Waiting for', width: 32 },
      { key: 'due_on', header: 'Due', width: 12 },
      { key: 'done_at', header: 'Done (UTC)', ...moment },
      { key: 'returned_at', header: 'Given back (UTC)', ...moment },
      { key: 'declined_at', header: 'Said “Not mine” (UTC)', ...moment },
      { key: 'decline_reason', header: 'Reason for “Not mine”', width: 40 },
      { key: 'suggested', header: 'Suggested instead', width: 28 },
    ],
    rows: () => assignmentsOf(subject),
  }
}

const STATES = { asked: 'Open', approved: 'Approved', refused: 'Refused', cleared: 'Cancelled' }

export function approvals(subject: Subject): DataList {
  return {
    name: 'approvals',
    title: 'Approvals',
    about:
      'who was asked to approve the submission of a shared assessment, by whom and with what outcome',
    columns: [
      ...OF_ASSESSMENT.filter(({ key }) => !['name', 'email'].includes(key)),
      { key: 'approver', header: 'Approver', width: 28 },
      { key: 'asked_by', header: 'Asked by', width: 28 },
      { key: 'state', header: 'Outcome', width: 14, ...labelled(STATES) },
      { key: 'reason', header: 'Reason', width: 40 },
      { key: 'asked_at', header: 'Asked (UTC)', ...moment },
      { key: 'ended_at', header: 'Ended (UTC)', ...moment },
    ],
    rows: () => approvalsOf(subject),
  }
}

/** A user's own has what they wrote and what they were asked. */
export function comments(subject: Subject): DataList {
  return {
    name: 'comments',
    title: 'Comments',
    about: 'the comments and questions on statements of shared assessments',
    columns: [
      ...OF_ASSESSMENT.filter(({ key }) => !['name', 'email'].includes(key)),
      ...OF_STATEMENT,
      { key: 'written_by', header: 'Written by', width: 28 },
      { key: 'text', header: 'Comment', width: 60 },
      { key: 'asked', header: 'Asked', width: 28 },
      { key: 'created_at', header: 'Written (UTC)', ...moment },
      { key: 'edited_at', header: 'Changed (UTC)', ...moment },
      { key: 'resolved_at', header: 'Resolved (UTC)', ...moment },
      { key: 'resolved_by_name', header: 'Resolved by', width: 28 },
    ],
    rows: () => commentsOf(subject),
  }
}
