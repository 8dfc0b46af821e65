import { scaleOf } from 'rules/scores'
import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { SelectField } from '#ui/select-field.tsx'
import { NoResults } from '#features/insight/results/no-results.tsx'
import type { ElementProgress, ReportSummary } from 'contract/assessments'
import { FileCheck2 } from 'lucide-react'
import { formatDate } from '#core/time.ts'
import { ElementRing } from '#features/charts/element-ring.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { routeText, type Scale } from '#features/charts/profile.ts'
import { completeText, referencesFit } from '#features/assessments/element-groups.ts'
import { ElementTitle } from '#features/assessments/element-title.tsx'
import { GroupedList } from '#features/assessments/grouped-list.tsx'
import { formatNumber } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { ContentLanguage, ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'

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
    <ContentLanguage of={content_set.language}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h2 className="min-w-0 text-21 font-semibold wrap-anywhere">
          <ContentText>{content_set.title}</ContentText>
        </h2>
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
            {`${ASSESSMENT_STATUS_LABELS[result.status]}, ${answeredText({ ...result, to_confirm: 0 })}, `}
            <span className="tabular-nums">{routeText(result, scale)}</span>
          </p>
          <ElementResults elements={result.elements} scale={scale} />
          <ResultReports personId={id} reports={result.reports} />
        </section>
      ))}
    </ContentLanguage>
  )
}

interface ResultReportsProps {
  personId: string
  reports: readonly ReportSummary[]
}

function ResultReports({ personId, reports }: ResultReportsProps) {
  if (reports.length === 0) return <p className="mt-3 text-14 text-muted-foreground">No reports.</p>
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
  const fits = referencesFit(elements)
  return (
    <GroupedList
      elements={elements}
      openId={elements[0]?.id}
      aside={completeText}
      looks={{
        list: 'overflow-hidden rounded-lg border bg-card *:border-t *:first:border-t-0 not-last:mb-3',
        head: 'mt-4 mb-2 px-4 text-15 font-semibold wrap-anywhere first:mt-0',
      }}
    >
      {(element) => <ElementResult {...{ element, scale, fits }} />}
    </GroupedList>
  )
}

interface ElementResultProps {
  element: ElementProgress
  scale: Scale
  fits: boolean
}

function ElementResult({ element, scale, fits }: ElementResultProps) {
  return (
    <div className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 sm:grid-cols-[auto_minmax(0,1fr)_auto_5.5rem]">
      <ElementRing
        element={{ ...element, isComplete: element.is_complete }}
        reference={fits ? referenceOf(element) : null}
      />
      <span className="min-w-0">
        <ElementTitle element={element} fits={fits} />
        <span className="block text-13 text-muted-foreground">
          <OwnText>{answeredText(element)}</OwnText>
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
      <OwnText className="text-end text-14 whitespace-nowrap tabular-nums">
        {routeText(element, scale)}
      </OwnText>
    </div>
  )
}

function answeredText({
  answered,
  total,
  to_confirm,
}: Pick<ElementProgress, 'answered' | 'total' | 'to_confirm'>) {
  const text = `${formatNumber(answered)} of ${formatNumber(total)} answered`
  return to_confirm > 0 ? `${text}, ${formatNumber(to_confirm)} to confirm` : text
}
