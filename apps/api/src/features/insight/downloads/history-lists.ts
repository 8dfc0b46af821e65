import { OF_ASSESSMENT, OF_STATEMENT, STATE_LABELS } from './assessment-lists.ts'
import { type DataList, labelled, moment } from './data-list.ts'
import type { Subject } from './subject.queries.ts'
import { changesOf, marksOf } from './assessment-rows.queries.ts'
import { visitsOf } from './visit-rows.queries.ts'

export function history(subject: Subject): DataList {
  return {
    name: 'answer-history',
    title: 'Answer history',
    about: 'every change to an answer: the response before and after, who changed it and when',
    columns: [
      ...OF_ASSESSMENT,
      ...OF_STATEMENT,
      { key: 'state', header: 'State', width: 12, ...labelled(STATE_LABELS) },
      { key: 'version', header: 'Change', width: 8 },
      { key: 'before', header: 'Before', width: 40 },
      { key: 'before_reason', header: 'Not applicable because (before)', width: 40 },
      { key: 'after', header: 'After', width: 40 },
      { key: 'after_reason', header: 'Not applicable because (after)', width: 40 },
      { key: 'changed_by', header: 'Changed by', width: 28 },
      { key: 'at', header: 'Date (UTC)', ...moment },
    ],
    rows: () => changesOf(subject),
  }
}

export function marks(subject: Subject): DataList {
  return {
    name: 'marks',
    title: 'Marks',
    about: 'the statements that are marked for later',
    columns: [...OF_ASSESSMENT, ...OF_STATEMENT],
    rows: () => marksOf(subject),
  }
}

/** Where users are is kept for minutes only, so no list has that. */
export function visits(subject: Subject): DataList {
  return {
    name: 'visits',
    title: 'Visits',
    about: 'who opened a shared assessment, and when their last two visits ended',
    columns: [
      ...OF_ASSESSMENT,
      { key: 'seen_at', header: 'Last visit (UTC)', ...moment },
      { key: 'before_at', header: 'Previous visit (UTC)', ...moment },
    ],
    rows: () => visitsOf(subject),
  }
}
