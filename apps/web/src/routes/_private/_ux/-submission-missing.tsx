import { Link } from '@tanstack/react-router'
import type { MissingElement } from 'contract/submissions'
import { ChevronRight } from 'lucide-react'

interface SubmissionMissingProps {
  missing: MissingElement[]
  assessmentId: number
}

/** Everything that keeps the assessment from being submitted, each with the way to it. */
export function SubmissionMissing({ missing, assessmentId }: SubmissionMissingProps) {
  return (
    <section aria-labelledby="missing" className="rounded-lg border bg-card">
      <header className="px-4 pt-4 pb-3">
        <h2 id="missing" className="text-18 font-semibold">
          Missing before it can be submitted
        </h2>
        <p className="text-15 text-muted-foreground">
          An auditor reviews it once{' '}
          {missing.length === 1 ? 'this element is' : 'these elements are'} complete.
        </p>
      </header>
      <ul className="divide-y border-t">
        {missing.map((element) => (
          <li key={element.id}>
            <Link
              to="/assessment/$id"
              params={{ id: String(assessmentId) }}
              search={{ elementId: element.id }}
              {...(element.statement_ids[0] !== undefined && {
                hash: `statement-${element.statement_ids[0]}`,
              })}
              className="flex min-h-12 items-center gap-3 px-4 py-2 text-15 -outline-offset-2! hover:bg-muted"
            >
              <span className="min-w-0 flex-1">
                <span className="text-muted-foreground">{element.number} </span>
                <span className="font-medium">{element.title}</span>
              </span>
              <span className="text-right text-14 text-muted-foreground">{words(element)}</span>
              <ChevronRight
                aria-hidden="true"
                className="size-4.5 shrink-0 stroke-[1.75] text-muted-foreground"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function words({ statement_ids: { length } }: MissingElement) {
  if (length === 0) return 'To be completed'
  return length === 1 ? '1 answer missing' : `${length} answers missing`
}
