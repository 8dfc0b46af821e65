import { scaleOf } from 'rules/scores'
import type { ReportAction, ReportSnapshot, ReportStatement } from 'contract/reports'
import { effortShare, effortText, gainFormat, NOT_COUNTED } from 'rules/action-labels'
import { gapText } from 'rules/report-labels'
import { type ActionSort, hasEffort } from 'rules/sort-actions'
import { ChevronDown, Route } from 'lucide-react'
import { formatNumber, plural } from 'rules/plural'
import { elementNames } from 'rules/element-names'
import { cn } from '#ui/cn.ts'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { Reference } from '#features/charts/element-name.tsx'
import { AddToPlan } from '#features/reports/plan/add-to-plan.tsx'
import { StatementScale } from '#features/reports/elements/report-statement.tsx'

interface ActionsTableProps {
  snapshot: ReportSnapshot
  actions: readonly ReportAction[]
  by: ActionSort
}

const CAPTIONS: Record<ActionSort, string> = {
  gain: 'Actions, biggest gain first',
  effort: 'Actions, least effort first',
  element: 'Actions by element',
}

export function ActionsTable({ snapshot, actions, by }: ActionsTableProps) {
  const columns = {
    hasEffort: hasEffort(snapshot),
    effortOf: effortShare(snapshot),
    gainOf: gainFormat(snapshot),
  }
  return (
    <table className="w-full text-15 print:text-13 max-md:not-print:block md:not-print:overflow-hidden md:rounded-lg md:bg-card md:outline md:-outline-offset-1 md:outline-border print:outline-0">
      <caption className="sr-only">{CAPTIONS[by]}</caption>
      <thead className="max-md:not-print:sr-only">
        <tr className="border-b text-13 text-muted-foreground">
          <Head className="w-10 ps-4">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Rank by gain</span>
          </Head>
          <Head>Action</Head>
          <Head className="w-40 print:w-32">Current to future</Head>
          {columns.hasEffort && <Head className="w-28 print:w-20">Effort</Head>}
          <Head className="w-28 pe-4 text-end print:w-20 print:pe-0">Gain</Head>
        </tr>
      </thead>
      <tbody className="max-md:not-print:block max-md:not-print:border-t">
        {actions.map((action) => (
          <ActionRow
            key={action.statement_id}
            {...{ snapshot, action, columns }}
            rank={snapshot.actions.indexOf(action) + 1}
          />
        ))}
      </tbody>
    </table>
  )
}

interface Columns {
  hasEffort: boolean
  effortOf: ReturnType<typeof effortShare>
  gainOf: ReturnType<typeof gainFormat>
}

interface ActionRowProps {
  snapshot: ReportSnapshot
  action: ReportAction
  rank: number
  columns: Columns
}

function ActionRow({ snapshot, action, rank, columns }: ActionRowProps) {
  const { hasEffort, effortOf, gainOf } = columns
  const element = snapshot.elements.find(({ id }) => id === action.element_id)
  const statement = element?.statements.find(({ id }) => id === action.statement_id)
  return (
    <tr className="border-b align-top last:border-b-0 max-md:not-print:grid max-md:not-print:grid-cols-[1.75rem_auto_auto_1fr] max-md:not-print:items-center max-md:not-print:gap-x-2 max-md:not-print:py-3">
      <td className="py-3 print:py-1.5 font-medium text-muted-foreground tabular-nums max-md:not-print:self-start max-md:not-print:py-0 md:ps-4">
        {formatNumber(rank)}
      </td>
      <td className="py-3 print:py-1.5 pe-4 max-md:not-print:col-span-3 max-md:not-print:py-0">
        <ActionText
          action={action}
          element={element && elementNames(snapshot.elements)(element)}
          statement={statement}
        />
      </td>
      <td className="py-3 print:py-1.5 max-md:not-print:col-start-2 max-md:not-print:pt-1.5 max-md:not-print:pb-0">
        {statement && (
          <StatementScale
            statement={statement}
            snapshot={snapshot}
            className="max-[359px]:not-print:w-20"
          />
        )}
        {snapshot.content_set.scale && (
          <p className="px-3 text-13 text-muted-foreground">
            <OwnText>{gapIn(action, snapshot)}</OwnText>
          </p>
        )}
      </td>
      {hasEffort && (
        <td className="py-3 print:py-1.5 text-14 max-md:not-print:pt-1.5 max-md:not-print:pb-0">
          {action.effort !== null && <EffortBar share={effortOf(action)} />}
          <OwnText>
            <span className="md:sr-only print:sr-only">Effort </span>
            {effortText(action)}
          </OwnText>
        </td>
      )}
      <td className="py-3 print:py-1.5 text-end whitespace-nowrap text-muted-foreground max-md:not-print:pt-1.5 max-md:not-print:pb-0 md:pe-4">
        {action.gain === 0 ? (
          <span className="text-14">{NOT_COUNTED}</span>
        ) : (
          <OwnText>
            <strong className="font-semibold text-foreground tabular-nums">{gainOf(action)}</strong>{' '}
            points
          </OwnText>
        )}
      </td>
    </tr>
  )
}

interface ActionTextProps {
  action: ReportAction
  element: string | undefined
  statement: ReportStatement | undefined
}

function ActionText({ action, element, statement }: ActionTextProps) {
  const content = useContentText()
  const [first = action.statement, ...further] = new Set(action.steps)
  return (
    <>
      <p {...content} className="font-medium wrap-anywhere">
        {first}
      </p>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3.5 text-14 text-muted-foreground">
        <span>
          {statement && <Reference of={statement} />}
          <ContentText className="wrap-anywhere">{element}</ContentText>
        </span>
        {action.is_on_path && (
          <span className="inline-flex items-center gap-1.5 font-medium text-primary-text">
            <Route className="size-4 stroke-[1.75]" />
            Quickest route
          </span>
        )}
        {further.length > 0 && <FurtherSteps steps={further} />}
        {statement && <AddToPlan action={action} statementKey={statement.key} />}
      </div>
    </>
  )
}

function FurtherSteps({ steps }: { steps: string[] }) {
  return (
    <details className="group open:basis-full">
      <summary className="hit-44 link-quiet inline-flex min-h-6 list-none items-center gap-1 [&::-webkit-details-marker]:hidden print:hidden">
        <OwnText>{plural(steps.length, { one: '# more step', other: '# more steps' })}</OwnText>
        <ChevronDown className="size-4 stroke-[1.75] transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <ol className="space-y-0.5 pb-1 text-subtle-foreground">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            <OwnText>
              Then: <ContentText>{step}</ContentText>
            </OwnText>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Whole levels if the statement has the report's levels, or else points. */
function gapIn(action: ReportAction, snapshot: ReportSnapshot) {
  return gapText(0, action.gap, scaleOf(snapshot.content_set)).replace('.0 ', ' ')
}

function Head({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <th scope="col" className={cn('py-2.5 text-start font-normal', className)}>
      {children}
    </th>
  )
}

function EffortBar({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      className="exact me-2 inline-block h-2 w-10 overflow-hidden rounded-full bg-track align-middle max-md:not-print:hidden print:w-7"
    >
      <span className="block h-full bg-subtle-foreground" style={{ width: `${share * 100}%` }} />
    </span>
  )
}
