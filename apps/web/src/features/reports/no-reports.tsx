import { Link } from '@tanstack/react-router'
import type { ElementProgress, Overview } from 'contract/assessments'
import { ArrowRight } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { elementsCompleteText } from '#features/assessments/element-groups.ts'
import { ContentText } from '#ui/content-text.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Mark } from '#ui/marks.tsx'

/** Shown for both action and certification reports. */
export function NoReports({ overview }: { overview: Overview }) {
  const { elements, assessment, next, year, type } = overview
  const nextElement = elements.find((element) => element.id === next?.element_id)
  return (
    <section className="mx-auto flex max-w-[620px] flex-col items-center py-10 text-center md:py-16">
      <RouteIllustration />
      <h2 className="mt-9 text-26 font-semibold">No Reports Available</h2>
      <p className="mt-3 text-16 text-subtle-foreground md:text-18">
        There are no reports available for this year. Please complete all required elements to
        enable report generation. Once finalised, the reports will be ready for your review.
      </p>
      {assessment && elements.length > 0 && <Progress elements={elements} />}
      <div className="mt-7 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        {assessment && nextElement && (
          <Link
            to="/assessment/$id"
            params={{ id: String(assessment.id) }}
            search={{ elementId: nextElement.id }}
            className={buttonLook('primary', 'lg')}
          >
            Continue{' '}
            <ContentText language={overview.content_set?.language}>{nextElement.title}</ContentText>
            <ArrowRight />
          </Link>
        )}
        <Link
          to="/"
          search={{ year, type, ...choiceOf(overview) }}
          className={nextElement && assessment ? 'link' : buttonLook('primary', 'lg')}
        >
          Go to overview
        </Link>
      </div>
    </section>
  )
}

/** From this many elements, one bar shows them all. */
const ONE_BAR_FROM = 20

function Progress({ elements }: { elements: ElementProgress[] }) {
  const answered = sum(elements, (element) => element.answered)
  const total = sum(elements, (element) => element.total)
  return (
    <div className="mt-7 w-full max-w-[420px] text-start">
      <p className="flex justify-between gap-4 text-14">
        <span className="font-medium">{elementsCompleteText(elements)}</span>
        <span className="text-muted-foreground">
          {`${formatNumber(answered)} of ${formatNumber(total)} answered`}
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-1.5">
        {(elements.length < ONE_BAR_FROM ? elements : [{ id: 0, answered, total }]).map((part) => (
          <span key={part.id} className="h-2 flex-1 overflow-hidden rounded-full bg-track">
            <span
              className="block h-full bg-foreground"
              style={{ width: `${(100 * part.answered) / Math.max(part.total, 1)}%` }}
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

export function LoadingReport() {
  return (
    <div role="status" className="mx-auto flex flex-col items-center py-16 text-center">
      <RouteIllustration />
      <p className="mt-9 text-18 font-medium">Loading your report, please wait...</p>
    </div>
  )
}

function RouteIllustration() {
  return (
    <div aria-hidden="true" className="relative h-20 w-44 [--mark-surface:var(--background)]">
      <svg viewBox="0 0 176 80" className="absolute inset-0 overflow-visible">
        <g className="fill-none stroke-input" strokeWidth="3" strokeLinecap="round">
          <path d="M10 67C48 67 36 33 64 33" />
          <path d="M82 32C108 30 106 16 134 16" strokeDasharray="0 8.6" strokeWidth="3.6" />
          <circle cx="72" cy="33" r="6.6" />
        </g>
      </svg>
      <Mark kind="current" size={11.5} className="absolute top-[50px] -left-[7px]" />
      <Mark kind="future" size={13} className="absolute -top-[4px] left-[139px]" />
    </div>
  )
}
