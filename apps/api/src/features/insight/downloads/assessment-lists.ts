import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { type DataList, labelled, moment } from './data-list.ts'
import type { Subject } from './subject.queries.ts'
import { assessmentsOf, answersOf, notesOf } from './assessment-rows.queries.ts'

export const OF_ASSESSMENT = [
  { key: 'assessment_id', header: 'Assessment ID', width: 16 },
  { key: 'name', header: 'Name', width: 28 },
  { key: 'email', header: 'Email', width: 32 },
  { key: 'content_set', header: 'Content set', width: 32 },
  { key: 'year', header: 'Year', width: 8 },
]

export const OF_STATEMENT = [
  { key: 'element', header: 'Element', width: 32 },
  { key: 'reference', header: 'Reference', width: 14 },
  { key: 'statement', header: 'Statement', width: 60 },
]

export const STATE_LABELS = { current: 'Current', future: 'Future', certified: 'Certified' }

export function assessments(subject: Subject): DataList {
  return {
    name: 'assessments',
    title: 'Assessments',
    about: 'one row for each assessment, with its status',
    columns: [
      { ...OF_ASSESSMENT[0], key: 'id' } as (typeof OF_ASSESSMENT)[number],
      ...OF_ASSESSMENT.slice(1),
      { key: 'content_set_version', header: 'Version', width: 10 },
      { key: 'type', header: 'Type', width: 18, ...labelled(ASSESSMENT_TYPE_LABELS) },
      { key: 'status', header: 'Status', width: 14, ...labelled(ASSESSMENT_STATUS_LABELS) },
      { key: 'level', header: 'Level chosen', width: 14 },
      { key: 'profiles', header: 'Profiles chosen', width: 20 },
      { key: 'due_on', header: 'Due', width: 12 },
      { key: 'created_at', header: 'Created (UTC)', ...moment },
      { key: 'touched_at', header: 'Last change (UTC)', ...moment },
      { key: 'completed_at', header: 'Completed (UTC)', ...moment },
    ],
    rows: () => assessmentsOf(subject),
  }
}

/** Without certified answers of a review that has not ended: they are stored when it does. */
export function answers(subject: Subject): DataList {
  return {
    name: 'answers',
    title: 'Answers',
    about: 'the current, future and certified answers',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'state', header: 'State', width: 12, ...labelled(STATE_LABELS) },
      { key: 'response', header: 'Response', width: 40 },
      { key: 'value', header: 'Value', width: 10 },
      { key: 'not_applicable_reason', header: 'Not applicable because', width: 40 },
      { key: 'to_confirm', header: 'Still to confirm', width: 16 },
      { key: 'is_asked', header: 'In scope', width: 10 },
      { key: 'updated_at', header: 'Changed (UTC)', ...moment },
    ],
    rows: () => answersOf(subject),
  }
}

export function notes(subject: Subject): DataList {
  return {
    name: 'notes',
    title: 'Notes',
    about: 'the notes on statements',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'note', header: 'Note', width: 60 },
      { key: 'updated_at', header: 'Changed (UTC)', ...moment },
    ],
    rows: () => notesOf(subject),
  }
}
