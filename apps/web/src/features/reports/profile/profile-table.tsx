import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { formatScore } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'
import { ElementName } from '#features/charts/element-name.tsx'
import { gapOf } from '#features/charts/profile.ts'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'

const FIRST_ROWS = 50

interface ProfileTableProps {
  snapshot: ReportSnapshot
  elements: readonly ReportElement[]
}

export function ProfileTable({ snapshot, elements }: ProfileTableProps) {
  const scale = scaleOf(snapshot.content_set)
  const hasCertified = elements.some((element) => element.certified !== null)
  const hasBands = elements.some(({ verdict }) => verdict !== undefined)
  const { rows, more } = useFirstRows(elements, FIRST_ROWS)
  const figure = (value: number | null) =>
    value === null ? 'Not scored' : formatScore(value, scale)
  return (
    <div className="rounded-lg border bg-card px-5 py-1">
      <table className="w-full text-15">
        <caption className="sr-only">Current and future levels by element</caption>
        <thead>
          <tr className="border-b border-border text-end text-13 text-muted-foreground">
            <th scope="col" className="py-2.5 text-start font-medium">
              Element
            </th>
            <Head>Current</Head>
            <Head>Future</Head>
            <Head>Gap</Head>
            {hasCertified && <Head>Certified</Head>}
            {hasBands && (
              <th scope="col" className="py-2.5 ps-3 font-medium max-md:hidden sm:ps-6">
                Band
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((element) => (
            <tr key={element.id} className="border-b border-border text-end last:border-b-0">
              <th scope="row" className="py-3 text-start font-medium">
                <ElementName of={element} />
                {hasBands && (
                  <span className="block text-13 font-normal text-muted-foreground md:hidden">
                    <Band of={element} />
                  </span>
                )}
                {element.is_counted === false && (
                  <span className="block text-13 font-normal text-muted-foreground">
                    Not counted
                  </span>
                )}
              </th>
              <Cell>{figure(element.current)}</Cell>
              <Cell>{figure(element.future)}</Cell>
              <Cell>{gapOf(element, scale)}</Cell>
              {hasCertified && <Cell>{figure(element.certified)}</Cell>}
              {hasBands && (
                <td className="py-3 ps-3 max-md:hidden sm:ps-6">
                  <Band of={element} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore {...more} className="border-t" />
    </div>
  )
}

/** The one that the auditor certified, where there is one. */
function Band({ of: { verdict } }: { of: ReportElement }) {
  const label = verdict?.certified ?? verdict?.current ?? null
  return label === null ? <OwnText>None yet</OwnText> : <ContentText>{label}</ContentText>
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="py-2.5 ps-3 font-medium sm:ps-6">
      {children}
    </th>
  )
}

function Cell({ children }: { children: string }) {
  return (
    <td className="py-3 ps-3 tabular-nums sm:ps-6">
      <OwnText>{children}</OwnText>
    </td>
  )
}
