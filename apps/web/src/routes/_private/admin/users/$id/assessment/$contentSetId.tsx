import { scaleOf } from 'rules/scores'
import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { SelectField } from '#ui/select-field.tsx'
import { NoResults } from '#features/results/no-results.tsx'
import type { ElementProgress, ReportSummary } from 'contract/assessments'
import { FileCheck2 } from 'lucide-react'
import { formatDate } from '#core/time.ts'
import { ElementRing } from '#features/charts/element-ring.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { routeText, type Scale } from '#features/charts/profile.ts'

export const Route = createFileRoute('/_private/admin/users/$id/assessment/$contentSetId')({
  /** Default: the current year of the user's organisation. */
  validateSearch: lenient({ year: wholeNumber(2000, 2100) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    // A load error shows the same as none, also for invalid ids.
    try {
      const query = api.userResults.results.query({
        params: { id: idIn(params.id), contentSetId: idIn(params.contentSetId) },
        query: deps,
      })
      return await context.queryClient.fetchQuery({ ...query, retry: false })
    } catch {
      return null
    }
  },
  component: Results,
})

function Results() {
  const { id } = Route.useParams()
  const answer = Route.useLoaderData()
  const navigate = Route.useNavigate()
  if (answer === null) return <NoResults />
  const { content_set, year, years, results } = answer
  const scale = scaleOf(content_set)
  const known = [...new Set([year, ...years])].sort((one, other) => other - one)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-21 font-semibold">{content_set.title}</h2>
        <SelectField
          label="Year"
          fieldClassName="w-28"
          options={known.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(year)}
          onChange={(event) => void navigate({ search: { year: Number(event.target.value) } })}
        />
      </div>
      {results.length === 0 && <NoResults />}
      {results.map((result) => (
        <section
          key={result.type}
          aria-label={ASSESSMENT_TYPE_LABELS[result.type]}
          className="mb-8"
        >
          <h3 className="text-18 font-semibold">{ASSESSMENT_TYPE_LABELS[result.type]}</h3>
          <p className="mb-3 text-14 text-muted-foreground">
            {`${ASSESSMENT_STATUS_LABELS[result.status]}, ${result.answered} of ${result.total} answered, `}
            <span className="tabular-nums">{routeText(result, scale)}</span>
          </p>
          <ElementResults elements={result.elements} scale={scale} />
          <ResultReports personId={id} reports={result.reports} />
        </section>
      ))}
    </>
  )
}

interface ResultReportsProps {
  personId: string
  reports: readonly ReportSummary[]
}

function ResultReports({ personId, reports }: ResultReportsProps) {
  if (reports.length === 0)
    return <p className="mt-3 text-14 text-muted-foreground">No reports yet.</p>
  return (
    <ul aria-label="Reports" className="mt-3 divide-y rounded-lg border bg-card">
      {reports.map(({ id, title, version, created_at }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-3 text-14">
          <FileCheck2 className="size-5 shrink-0 stroke-[1.75] text-muted-foreground" />
          <span className="min-w-0 flex-1 font-medium">
            <Link
              to="/admin/users/$id/reports/$reportId"
              params={{ id: personId, reportId: String(id) }}
              className="link hit-44"
            >
              {title}
              {version > 1 && ` (version ${version})`}
            </Link>
          </span>
          <span className="text-muted-foreground">{formatDate(created_at)}</span>
        </li>
      ))}
    </ul>
  )
}

interface ElementResultsProps {
  elements: readonly ElementProgress[]
  scale: Scale
}

function ElementResults({ elements, scale }: ElementResultsProps) {
  return (
    <ol className="overflow-hidden rounded-lg border bg-card">
      {elements.map((element) => (
        <li
          key={element.id}
          className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t px-4 py-2 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto_5.5rem]"
        >
          <ElementRing element={{ ...element, isComplete: element.is_complete }} />
          <span className="min-w-0">
            <span className="block text-15 font-medium wrap-anywhere">
              {element.title}
              {element.is_complete && <span className="sr-only">, complete</span>}
            </span>
            <span className="block text-13 text-muted-foreground">
              {element.answered} of {element.total} answered
              {element.to_confirm > 0 && `, ${element.to_confirm} to confirm`}
            </span>
          </span>
          {element.current === null ? (
            <span className="max-sm:hidden" />
          ) : (
            <LevelScale
              scale={scale}
              current={element.current}
              future={element.future}
              certified={element.certified}
              className="max-sm:hidden"
            />
          )}
          <span className="text-right text-14 whitespace-nowrap tabular-nums">
            {routeText(element, scale)}
          </span>
        </li>
      ))}
    </ol>
  )
}
