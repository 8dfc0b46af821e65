import { nextInShort } from 'rules/band-sentences'
import { scaleOf } from 'rules/scores'
import {
  certifiedSentence,
  type Difference,
  differenceOf as compared,
} from 'rules/certified-labels'
import type { ReportSnapshot, ReportElement } from 'contract/reports'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { Legend } from '#features/charts/legend.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { type Scale, pointNames, scalePoints } from '#features/charts/profile.ts'
import { ElementName, Reference } from '#features/charts/element-name.tsx'
import { cn } from '#ui/cn.ts'
import { OwnText } from '#ui/own-text.tsx'
import { MarkedSentence } from '#ui/sentence.tsx'
import { LONG_LIST } from '#features/reports/report-parts.ts'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'
import { formatGap, formatScore } from 'rules/report-labels'

export function CertifiedResults({ snapshot }: { snapshot: ReportSnapshot }) {
  const scale = scaleOf(snapshot.content_set)
  const { rows: elements, more } = useFirstRows(snapshot.elements, LONG_LIST)
  const rows = elements.map((element) => rowOf(element, scale))
  const next = snapshot.certification?.next
  return (
    <section aria-labelledby="certified-title" className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="max-w-[37rem]">
          <h2 id="certified-title" className="text-21 font-semibold">
            Certified results
          </h2>
          <p className="mt-1 text-16 text-subtle-foreground">
            <OwnText>{certifiedSentence(snapshot)}</OwnText>
          </p>
          {next && (
            <p className="mt-1 text-16 text-subtle-foreground">
              <MarkedSentence>{nextInShort(next, snapshot.certified)}</MarkedSentence>
            </p>
          )}
        </div>
        <Legend signs={['current', 'certified', 'future']} />
      </div>
      <Table rows={rows} scale={scale} />
      <List rows={rows} scale={scale} />
      <ShowMore {...more} className="mt-2" />
    </section>
  )
}

interface RowsProps {
  rows: Row[]
  scale: Scale
}

const HEADS = ['Current', 'Certified', 'Future'] as const

function Table({ rows, scale }: RowsProps) {
  return (
    <div className="overflow-hidden rounded-lg border bg-card max-lg:hidden">
      <table className="w-full text-15">
        <caption className="sr-only">Current, certified and future results by element</caption>
        <thead>
          <tr className="border-b text-14 text-subtle-foreground [&>th]:py-2.5 [&>th]:text-start [&>th]:font-normal">
            <th scope="col" className="ps-5">
              Element
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="w-19">
                {head}
              </th>
            ))}
            <th scope="col" className="w-54">
              <span className="sr-only">Chart</span>
              <Ticks scale={scale} />
            </th>
            <th scope="col" className="w-38">
              Difference
            </th>
            <th scope="col" className="w-74 pe-5">
              Auditor’s remark
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.element.id} className="border-b align-top last:border-b-0 [&>*]:py-4">
              <th scope="row" className="pe-4 ps-5 text-start font-medium">
                <ElementName of={row.element} />
              </th>
              {HEADS.map((head) => (
                <td
                  key={head}
                  className={cn(
                    'tabular-nums',
                    head === 'Certified' && 'font-semibold text-state-certified-ink',
                  )}
                >
                  <OwnText>{row.figures[head]}</OwnText>
                </td>
              ))}
              <td>
                <Line row={row} scale={scale} className="-ms-3.5 w-50" />
              </td>
              <td className="pe-3">
                <Difference row={row} />
              </td>
              <td className="pe-5 text-14 text-subtle-foreground">
                <Remarks row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Ticks({ scale }: { scale: Scale }) {
  const names = pointNames(scale)
  return (
    <span aria-hidden="true" className="-ms-3.5 block w-50 px-3.5">
      <span className="relative block h-5 tabular-nums">
        {scalePoints(scale).map((point, index) => (
          <span
            key={point}
            className="absolute -translate-x-1/2 rtl:translate-x-1/2"
            style={{ insetInlineStart: `${point * 100}%` }}
          >
            {names[index]}
          </span>
        ))}
      </span>
    </span>
  )
}

function List({ rows, scale }: RowsProps) {
  return (
    <ul className="divide-y rounded-lg border bg-card lg:hidden">
      {rows.map((row) => (
        <li key={row.element.id} data-print="whole" className="space-y-2 p-4">
          <div className="flex items-start justify-between gap-4">
            <h3 className="text-16 font-medium">
              <ElementName of={row.element} />
            </h3>
            <Difference row={row} />
          </div>
          <Line row={row} scale={scale} className="w-full max-w-none px-2 pt-2" />
          <dl className="flex flex-wrap gap-x-5 text-15">
            {HEADS.map((head) => (
              <div key={head} className="flex gap-2">
                <dt className="text-subtle-foreground">{head}</dt>
                <dd className="font-semibold tabular-nums">
                  <OwnText>{row.figures[head]}</OwnText>
                </dd>
              </div>
            ))}
          </dl>
          <div className="text-15 text-subtle-foreground">
            <Remarks row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Line({ row, scale, className }: { row: Row; scale: Scale; className: string }) {
  const { current, future, certified } = row.element
  return <LevelScale {...{ scale, current, future, certified, className }} />
}

const SIGNS = { lower: ArrowDown, higher: ArrowUp, same: Equal } as const

function Difference({ row: { difference } }: { row: Row }) {
  const { kind, by, label } = difference
  const Sign = SIGNS[kind]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 whitespace-nowrap',
        kind === 'same' ? 'text-subtle-foreground' : 'font-semibold',
      )}
    >
      <Sign className="size-4 shrink-0 stroke-[1.75]" />
      <OwnText>{`${by} ${label}`.trim()}</OwnText>
    </span>
  )
}

function Remarks({ row: { remarks } }: { row: Row }) {
  if (remarks.length === 0) return <span className="text-muted-foreground">No remark</span>
  return remarks.map((statement) => (
    <p key={statement.id} className="wrap-anywhere whitespace-pre-line">
      <Reference of={statement} className="font-medium" />{' '}
      <bdi translate="no">{statement.remark}</bdi>
    </p>
  ))
}

type Row = ReturnType<typeof rowOf>

function rowOf(element: ReportElement, scale: Scale) {
  const { current, certified, future, statements } = element
  return {
    element,
    figures: {
      Current: formatScore(current, scale),
      Certified: formatScore(certified, scale),
      Future: formatScore(future, scale),
    },
    difference: differenceOf(element, scale),
    remarks: statements.filter(({ remark }) => remark),
  }
}

function differenceOf({ current, certified, statements }: ReportElement, scale: Scale) {
  const kind: Difference = compared(current, certified, scale) ?? 'same'
  if (kind === 'same') {
    const isAsDeclared = statements.every((each) => each.current === each.certified)
    return { kind, by: '', label: isAsDeclared ? 'As declared' : 'Same average' }
  }
  const by = formatGap(current, certified, scale)
  const unit = by === '1' ? 'point' : 'points'
  return { kind, by, label: scale ? kind : `${unit} ${kind}` }
}
