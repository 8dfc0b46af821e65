import type { EarlierReport, ReportSnapshot } from 'contract/reports'
import { ArrowDown, ArrowUp, Equal, Minus, Plus } from 'lucide-react'
import { type ComparedRow, compareHint, compareReports } from 'rules/compare-reports'
import { compareTitle } from 'rules/report-titles'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'

interface EarlierReportsProps {
  snapshot: ReportSnapshot
  earlier: readonly EarlierReport[]
  chosen: EarlierReport
  onChoose: (id: number | undefined) => void
}

/** The comparison with an earlier year: the last one, or the one that the reader chooses. */
export function EarlierReports({ snapshot, earlier, chosen, onChoose }: EarlierReportsProps) {
  return (
    <section id="earlier" aria-labelledby="earlier-title">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="earlier-title" className="text-21 font-semibold">
          {compareTitle(chosen.year)}
        </h2>
        {earlier.length > 1 && (
          <div data-print="hide" className="max-md:w-full">
            <SelectField
              label="Compare with"
              isLabelHidden
              fieldClassName="md:w-52"
              value={chosen.id}
              onChange={({ target }) => onChoose(Number(target.value))}
              options={earlier.map(({ id, year }) => ({
                value: String(id),
                label: `Compare with ${year}`,
              }))}
            />
          </div>
        )}
      </header>
      <ComparisonTable earlier={chosen} now={snapshot} />
    </section>
  )
}

/** As many as a screen has room for: the profile is next. */
const FIRST = 12

function ComparisonTable({ earlier, now }: { earlier: EarlierReport; now: ReportSnapshot }) {
  const { overall, elements } = compareReports(earlier, now)
  const { rows, more } = useFirstRows(elements, FIRST)
  const hint = compareHint(earlier, now)
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
      {hint !== '' && (
        <p className="border-t py-2.5 text-13 text-muted-foreground">
          <OwnText>{hint}</OwnText>
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
            <span className="me-1.5 wrap-anywhere text-muted-foreground max-md:not-print:block">
              <bdi translate="no">{row.reference}</bdi>
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
