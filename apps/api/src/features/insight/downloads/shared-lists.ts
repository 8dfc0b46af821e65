import { SHARED_ROLE_LABELS } from 'contract/labels'
import { OF_ASSESSMENT, OF_STATEMENT } from './assessment-lists.ts'
import { type DataList, labelled, moment } from './data-list.ts'
import { assignmentsOf, commentsOf, membersOf } from './shared-rows.queries.ts'
import type { Subject } from './subject.queries.ts'

/** Owners are in the list of assessments. */
export function members(subject: Subject): DataList {
  return {
    name: 'members',
    title: 'Members',
    about: 'who takes part in a shared assessment besides its owner, and from when until when',
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
    about: 'who answers which element of a shared assessment. Without a name it needs a new person',
    columns: [
      ...OF_ASSESSMENT,
      { key: 'element', header: 'Element', width: 32 },
      { key: 'due_on', header: 'Due', width: 12 },
      { key: 'done_at', header: 'Done (UTC)', ...moment },
      { key: 'returned_at', header: 'Given back (UTC)', ...moment },
    ],
    rows: () => assignmentsOf(subject),
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
