import type { ReviewStatement } from 'contract/reviews'
import { Alert } from '#ui/alert.tsx'
import { count } from './review-words.ts'

/** What the respondent changed of a statement since the round that auditors saw before. */
export function StatementChanges({ changed }: Pick<ReviewStatement, 'changed'>) {
  if (changed === null) return null
  return (
    <Alert variant="warning" title={`Changed since round ${changed.round}.`} className="mb-4">
      <ul>
        {wordsOf(changed).map((words) => (
          <li key={words} dir="auto" className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function wordsOf(changed: NonNullable<ReviewStatement['changed']>) {
  const { is_new, current, future, note, files_added: added, files_removed: removed } = changed
  if (is_new) return ['It was no part of that round.']
  return [
    ...(current ? [`Declared then: ${current.before ?? 'does not apply'}.`] : []),
    ...(future ? [`Future then: ${future.before ?? 'none'}.`] : []),
    ...(note ? ['The note was written anew.'] : []),
    ...(added > 0 ? [`${count(added, 'file')} added.`] : []),
    ...(removed > 0 ? [`${count(removed, 'file')} removed.`] : []),
  ]
}
