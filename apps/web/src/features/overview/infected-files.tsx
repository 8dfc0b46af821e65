import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { Submission } from 'contract/submissions'
import { replaceText } from 'rules/virus-labels'
import { plural } from '#core/plural.ts'
import { Alert } from '#ui/alert.tsx'

interface InfectedFilesProps {
  standing: Submission
  overview: Overview
  assessmentId: number
}

export function InfectedFiles({ standing, overview, assessmentId }: InfectedFilesProps) {
  const { infected, status, rounds } = standing
  if (infected.length === 0) return null
  const completed = new Set(overview.elements.flatMap((one) => (one.is_complete ? one.id : [])))
  const isReviewStarted = rounds[0]?.status === 'begun'
  return (
    <section aria-label="Virus found">
      <Alert
        variant="warning"
        title={plural(infected.length, {
          one: 'A virus was found in # file. No one can open it.',
          other: 'A virus was found in # files. No one can open them.',
        })}
      >
        {replaceText(status, isReviewStarted)}
        <ul className="mt-2 flex flex-col gap-1">
          {infected.map(({ id, name, element_id: elementId, statement_id, number, statement }) => (
            <li key={id} className="wrap-anywhere">
              {name}, at{' '}
              <Link
                to={completed.has(elementId) ? '/assessment/$id/edit' : '/assessment/$id'}
                params={{ id: String(assessmentId) }}
                search={{ elementId }}
                hash={`statement-${statement_id}`}
                className="link"
              >
                {number} {statement}
              </Link>
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  )
}
