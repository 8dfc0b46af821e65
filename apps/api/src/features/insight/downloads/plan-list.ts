import { PLAN_STATUS_LABELS } from 'contract/labels'
import { OF_ASSESSMENT, OF_STATEMENT } from './assessment-lists.ts'
import { type DataList, labelled, moment } from './data-list.ts'
import { actionsOf } from './plan-rows.queries.ts'
import type { Subject } from './subject.queries.ts'

/** A user's own has the actions that they own or added. */
export function plannedActions(subject: Subject): DataList {
  return {
    name: 'plan',
    title: 'Plan',
    about: 'the planned actions for the statements of an assessment, with owners and due dates',
    columns: [
      ...OF_ASSESSMENT.filter(({ key }) => !['name', 'email'].includes(key)),
      ...OF_STATEMENT,
      { key: 'action', header: 'Action', width: 60 },
      { key: 'owner', header: 'Owner', width: 28 },
      { key: 'due_on', header: 'Due', width: 12 },
      { key: 'status', header: 'Status', width: 14, ...labelled(PLAN_STATUS_LABELS) },
      { key: 'note', header: 'Note', width: 60 },
      { key: 'added_by', header: 'Added by', width: 28 },
      { key: 'created_at', header: 'Added (UTC)', ...moment },
      { key: 'changed_by', header: 'Changed by', width: 28 },
      { key: 'updated_at', header: 'Changed (UTC)', ...moment },
    ],
    rows: () => actionsOf(subject),
  }
}
