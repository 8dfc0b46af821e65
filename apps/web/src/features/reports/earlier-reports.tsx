import { useQuery } from '@tanstack/react-query'
import type { ReportSummary } from 'contract/assessments'
import type { ReportSnapshot } from 'contract/reports'
import { ArrowDown, ArrowUp, Equal, Minus, Plus } from 'lucide-react'
import { commonScale, type ComparedRow, compareReports } from 'rules/compare-reports'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useReadReport, useReportSearch } from './report-context.tsx'
import { ShowMore, useFirstRows } from './show-more.tsx'

interface EarlierReportsProps {
  snapshot: ReportSnapshot
  earlier: ReportSummary[]
}

export function EarlierReports({ snapshot, earlier }: EarlierReportsProps) {
  const [search, change] = useReportSearch()
  const chosen = earlier.find(({ id }) => id === search.compare)
  return (
    <section id="earlier" aria-labelledby="earlier-title" className={cn(!chosen && 'print:hidden')}>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="earlier-title" className="text-21 font-semibold">
            Earlier years
          </h2>
          <p className="text-14 text-muted-foreground">
            <OwnText>
              {chosen
                ? `Current state in ${chosen.year} and ${snapshot.year}.`
                : 'See what has changed since an earlier report.'}
            </OwnText>
          </p>
        </div>
        <div data-print="hide" className="max-md:w-full">
          <SelectField
            label="Compare with"
            isLabelHidden
            fieldClassName="md:w-52"
            placeholder="Choose a year"
            value={chosen ? String(chosen.id) : ''}
            onChange={({ target }) => change({ compare: Number(target.value) || undefined })}
            options={earlier.map(({ id, year }) => ({
              value: String(id),
              label: `Compare with ${year}`,
            }))}
          />
        </div>
      </header>
      {chosen && <Comparison id={chosen.id} snapshot={snapshot} />}
    </section>
  )
}

function Comparison({ id, snapshot }: { id: number; snapshot: ReportSnapshot }) {
  const read = useReadReport()
  const query = useQuery({
    // Report ids are unique, so users and admins can share the cache.
    queryKey: ['compared report', id],
    queryFn: () => read(id),
  })
  if (query.data) return <ComparisonTable earlier={query.data.snapshot} now={snapshot} />
  if (!query.error) return <SkeletonRows label="Loading the earlier report" />
  return (
    <QueryError query={query} title="The earlier report could not be loaded">
      You can still read the rest of this report.
    </QueryError>
  )
}

const FIRST = 50

function ComparisonTable({ earlier, now }: { earlier: ReportSnapshot; now: ReportSnapshot }) {
  const { overall, elements } = compareReports(earlier, now)
  const { rows, more } = useFirstRows(elements, FIRST)
  const isPercent = commonScale(earlier, now) === null && now.content_set.scale !== null
  return (
    <div className="rounded-lg border bg-card px-4 py-1 md:px-5 print:px-0">
      <table className="w-full text-15">
        <caption className="sr-only">
          Current state in {earlier.year} and in {now.year}
        </caption>
        <thead>
          <tr className="border-b text-end text-13 text-muted-foreground">
            <th scope="col" className="py-2.5 text-start font-normal">
              Element
            </th>
            <Head>{earlier.year}</Head>
            <Head>{now.year}</Head>
            <th scope="col" className="w-24 py-2.5 ps-4 text-start font-normal md:w-44 md:ps-8">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          <Row row={overall} now={now.year} isOverall />
          {rows.map((row) => (
            <Row key={row.key} row={row} now={now.year} />
          ))}
        </tbody>
      </table>
      <ShowMore {...more} className="border-t" />
      {isPercent && (
        <p className="border-t py-2.5 text-13 text-muted-foreground">
          <OwnText>The two reports use different levels, so both are shown as percentages.</OwnText>
        </p>
      )}
    </div>
  )
}

function Row({ row, now, isOverall }: { row: ComparedRow; now: number; isOverall?: boolean }) {
  const { Icon, words } = CHANGES[row.change]
  return (
    <tr className={cn('border-b text-end last:border-b-0', isOverall && 'font-semibold')}>
      <th scope="row" className={cn('py-3 text-start font-medium', isOverall && 'font-semibold')}>
        {isOverall ? (
          row.title
        ) : (
          <>
            <span className="me-1.5 wrap-anywhere text-muted-foreground">
              <bdi>{row.reference}</bdi>
            </span>
            <ContentText className="wrap-anywhere">{row.title}</ContentText>
          </>
        )}
      </th>
      <td className="py-3 ps-3 tabular-nums">
        <OwnText>{row.before}</OwnText>
      </td>
      <td className="py-3 ps-3 tabular-nums">
        <OwnText>{row.now}</OwnText>
      </td>
      <td className="py-3 ps-4 text-start md:ps-8">
        <span className="inline-flex items-center gap-1.5 align-middle">
          <Icon className="size-4 shrink-0 stroke-2 text-subtle-foreground" />
          <OwnText>{words(row.by, now)}</OwnText>
        </span>
      </td>
    </tr>
  )
}

const CHANGES: Record<
  ComparedRow['change'],
  { Icon: typeof ArrowUp; words: (by: string, now: number) => string }
> = {
  up: { Icon: ArrowUp, words: (by) => `Up ${by}` },
  down: { Icon: ArrowDown, words: (by) => `Down ${by}` },
  same: { Icon: Equal, words: () => 'No change' },
  added: { Icon: Plus, words: (_, now) => `New in ${now}` },
  removed: { Icon: Minus, words: (_, now) => `Not in ${now}` },
  unknown: { Icon: Minus, words: () => 'Not comparable' },
}

function Head({ children }: { children: number }) {
  return (
    <th scope="col" className="w-14 py-2.5 ps-3 font-normal md:w-24">
      {children}
    </th>
  )
}
