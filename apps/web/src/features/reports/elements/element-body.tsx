import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { elementVerdict } from 'rules/band-sentences'
import { plural } from 'rules/plural'
import { Markdown } from '#support/markdown.tsx'
import { cn } from '#ui/cn.ts'
import { useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { MarkedSentence } from '#ui/sentence.tsx'
import { Chevron, Collapsible } from './collapsible.tsx'
import { LONG_LIST, anchorOf, collapsedAnchor, splitByGap } from '#features/reports/report-parts.ts'
import { Statement } from './report-statement.tsx'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'
import type { OpenParts } from '#features/reports/use-open-parts.ts'

interface ElementBodyProps {
  snapshot: ReportSnapshot
  element: ReportElement
  headingLevel: 3 | 4
  open: OpenParts
  keepMounted: boolean
}

const FIRST = 50

/** A long element collapses its statements without a gap. */
export function ElementBody({ snapshot, element, headingLevel, ...props }: ElementBodyProps) {
  const { band, description, statements } = element
  const content = useContentText()
  const BandHeading = `h${headingLevel === 3 ? 4 : 5}` as const
  const { shown, collapsed } = splitByGap(statements, statements.length > LONG_LIST, scoresOf)
  return (
    <div className="border-t px-4 pb-5 md:px-5 print:px-0">
      {element.verdict && (
        <p className="pt-4 text-15 print:break-after-avoid">
          <MarkedSentence>{elementVerdict(element)}</MarkedSentence>
        </p>
      )}
      {description !== null && (
        <div className="max-w-[600px] pt-4 *:last:text-15! print:break-after-avoid">
          <Markdown text={description} />
        </div>
      )}
      {band && (
        <div
          data-print="whole"
          className="max-w-[600px] pt-4 *:last:text-15! print:break-after-avoid"
        >
          <BandHeading {...content} className="mb-1 wrap-anywhere text-15 font-semibold">
            {band.title}
          </BandHeading>
          <Markdown text={band.text} />
        </div>
      )}
      <Statements
        snapshot={snapshot}
        statements={shown}
        className={cn((band || description !== null) && 'mt-4 border-t')}
      />
      {collapsed.length > 0 && (
        <div className="-mx-4 border-t md:-mx-5 print:mx-0">
          <Collapsible
            {...props}
            anchor={collapsedAnchor(anchorOf(element.id))}
            head={
              <>
                <span className="flex-1 text-15 text-subtle-foreground">
                  <OwnText>
                    {plural(collapsed.length, {
                      one: '# statement without a gap',
                      other: '# statements without a gap',
                    })}
                  </OwnText>
                </span>
                <Chevron />
              </>
            }
          >
            <Statements
              snapshot={snapshot}
              statements={collapsed}
              className="border-t px-4 md:px-5 print:px-0"
            />
          </Collapsible>
        </div>
      )}
    </div>
  )
}

function scoresOf({ current_score: current, future_score: future }: ReportStatement) {
  return { current, future }
}

interface StatementsProps {
  snapshot: ReportSnapshot
  statements: readonly ReportStatement[]
  className: string
}

function Statements({ snapshot, statements, className }: StatementsProps) {
  const { rows, more } = useFirstRows(statements, FIRST)
  return (
    <>
      {/* The references of all rows have one column, as wide as the longest up to a limit. */}
      <ul
        className={cn(
          'grid grid-cols-[fit-content(4.5rem)_minmax(0,1fr)] gap-x-3 divide-y md:grid-cols-[fit-content(7rem)_minmax(0,1fr)_9rem] md:gap-x-6 xl:grid-cols-[fit-content(7rem)_minmax(0,1fr)_9rem_16rem] print:grid-cols-[fit-content(6rem)_minmax(0,1fr)_8rem_11rem] print:gap-x-4',
          className,
        )}
      >
        {rows.map((statement) => (
          <Statement key={statement.id} statement={statement} snapshot={snapshot} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  )
}
