import { Link } from '@tanstack/react-router'
import type { ElementProgress, Overview } from 'contract/assessments'
import { ArrowRight } from 'lucide-react'
import { NoReports } from './no-reports.tsx'
import { buttonLook } from '#ui/button.tsx'

export function YearWithoutReports({ overview }: { overview: Overview }) {
  const { elements, assessment, next, year, type } = overview
  const nextElement = elements.find((element) => element.id === next?.element_id)
  return (
    <NoReports>
      {assessment && elements.length > 0 && <Progress elements={elements} />}
      <div className="mt-7 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        {assessment && nextElement && (
          <Link
            to="/assessment/$id"
            params={{ id: String(assessment.id) }}
            search={{ elementId: nextElement.id }}
            className={buttonLook('primary', 'lg')}
          >
            Continue {nextElement.title}
            <ArrowRight />
          </Link>
        )}
        <Link
          to="/"
          search={{ year, type }}
          className={nextElement && assessment ? 'link' : buttonLook('primary', 'lg')}
        >
          Go to overview
        </Link>
      </div>
    </NoReports>
  )
}

function Progress({ elements }: { elements: ElementProgress[] }) {
  const complete = elements.filter((element) => element.is_complete).length
  const answered = sum(elements, (element) => element.answered)
  const total = sum(elements, (element) => element.total)
  return (
    <div className="mt-7 w-full max-w-[420px] text-left">
      <p className="flex justify-between gap-4 text-14">
        <span className="font-medium">
          {complete} of {elements.length} elements complete
        </span>
        <span className="text-muted-foreground">
          {answered} of {total} answered
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-1.5">
        {elements.map(({ id, answered, total }) => (
          <span key={id} className="h-2 flex-1 overflow-hidden rounded-full bg-track">
            <span
              className="block h-full bg-foreground"
              style={{ width: `${(100 * answered) / Math.max(total, 1)}%` }}
            />
          </span>
        ))}
      </div>
    </div>
  )
}

function sum<T>(items: T[], of: (item: T) => number) {
  return items.reduce((total, item) => total + of(item), 0)
}
