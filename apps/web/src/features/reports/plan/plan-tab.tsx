import { useQuery } from '@tanstack/react-query'
import type { Plan, PlannedAction } from 'contract/plan'
import type { ReportSnapshot } from 'contract/reports'
import { ListChecks, Pencil, Search, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api } from '#core/api.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import type { Filter } from '#features/lists/filter-field.tsx'
import type { Column } from '#features/lists/table.tsx'
import { useReportSearch } from '#features/reports/page/report-context.tsx'
import { countsText } from '#features/reports/plan-counts.ts'
import { usePrinting } from '#features/reports/use-printing.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { PlanBulk } from './plan-bulk.tsx'
import { ActionCell, DueCell, OwnerCell, STATUS_OPTIONS, StatusCell } from './plan-cells.tsx'
import { NO_OWNER, type PlanSearch, actionsFor } from './plan-list.ts'
import { planQuery, useRemoveActions } from './plan-query.ts'
import { countActions } from './plan-texts.ts'
import { Projection } from './projection.tsx'
import { type ChangeActions, useChangeActions } from './use-change-actions.ts'

/** Rows that are shown first, and that each “Show more” adds: their fields make thousands of rows slow. Paper shows all. */
const ROWS = 50

interface PlanTabProps {
  assessmentId: number
  snapshot: ReportSnapshot
}

/** What is planned about the statements of a report. */
export function PlanTab({ assessmentId, snapshot }: PlanTabProps) {
  const query = useQuery({ ...planQuery(assessmentId), staleTime: 0 })
  if (query.data)
    return <PlanPage assessmentId={assessmentId} snapshot={snapshot} plan={query.data} />
  if (query.isError)
    return (
      <QueryError query={query} title="The plan could not be loaded">
        Nothing was changed.
      </QueryError>
    )
  return <SkeletonRows label="Loading the plan" />
}

function PlanPage({ assessmentId, snapshot, plan }: PlanTabProps & { plan: Plan }) {
  const [search, setSearch] = usePlanSearch()
  const [edited, setEdited] = useState<number | null>(null)
  const changing = useChangeActions(assessmentId)
  const removing = useRemoveActions(assessmentId)
  const rows = useMemo(() => actionsFor(plan, search), [plan, search])
  const [most, setMost] = useState(ROWS)
  const isPrinting = usePrinting()
  const action = plan.actions.find(({ id }) => id === edited)
  const { conflict } = changing
  return (
    <section aria-label="Plan" className="dense">
      {plan.actions.length > 0 && (
        <div className="mb-4 space-y-1.5">
          <p className="text-15">{countsText(countActions(plan.actions))}</p>
          <Projection snapshot={snapshot} actions={plan.actions} />
        </div>
      )}
      <DataTable<PlannedAction, PlanSearch>
        name="plan"
        noun="actions"
        isWhole={rows.length <= ROWS}
        isBehind={false}
        answer={{
          rows: isPrinting ? rows : rows.slice(0, most),
          total: rows.length,
          has_more_than_total: false,
        }}
        all={rows}
        more={{
          forms: { one: '# action', other: '# actions' },
          hasNextPage: most < rows.length,
          isFetchingNextPage: false,
          fetchNextPage: async () => setMost(most + ROWS),
        }}
        columns={columnsOf(plan, changing)}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        search={search}
        onSearch={setSearch}
        {...(plan.actions.length > 0 && { filters: filtersOf(plan) })}
        {...(plan.may_add && {
          renderBulk: (chosen, done) => (
            <PlanBulk {...{ plan, changing, removing }} rows={chosen} onDone={() => done()} />
          ),
        })}
        renderMenu={(row) =>
          row.may !== 'nothing' && (
            <>
              <MenuItem icon={<Pencil />} onSelect={() => setEdited(row.id)}>
                {row.may === 'everything' ? 'Edit action and note' : 'Edit note'}
              </MenuItem>
              {row.may === 'everything' && (
                <MenuItem icon={<Trash2 />} isDestructive onSelect={() => removing.mutate([row])}>
                  Remove from the plan
                </MenuItem>
              )}
            </>
          )
        }
        {...(plan.actions.length > 0 && { exports: exportsOf(assessmentId) })}
        empty={<NothingPlanned mayAdd={plan.may_add} />}
      />
      {action && !conflict && (
        <ActionDialog
          key={action.id}
          action={action}
          changing={changing}
          onClose={() => setEdited(null)}
        />
      )}
      {conflict && <ConflictDialog conflict={conflict} people={plan.people} changing={changing} />}
    </section>
  )
}

/** In the address, so that a shown list can be opened again. */
function usePlanSearch() {
  const [{ find, status, owner, order }, change] = useReportSearch()
  const search: PlanSearch = useMemo(
    () => ({ search: find, status, owner, sort: order }),
    [find, status, owner, order],
  )
  const set = ({ search: found, sort, ...rest }: PlanSearch) =>
    change({ find: found, order: sort, ...rest })
  return [search, set] as const
}

function exportsOf(id: number) {
  return {
    csv: (_: object, init: { signal: AbortSignal }) => api.plan.csv.call({ params: { id } }, init),
    xlsx: (_: object, init: { signal: AbortSignal }) =>
      api.plan.xlsx.call({ params: { id } }, init),
  }
}

function columnsOf(plan: Plan, changing: ChangeActions): Column<PlannedAction>[] {
  const columns: Column<PlannedAction>[] = [
    {
      key: 'title',
      label: 'Action',
      sort: 'title',
      cell: (action) => <ActionCell action={action} plan={plan} />,
    },
    {
      key: 'owner',
      label: 'Owner',
      sort: 'owner',
      cell: (action) => <OwnerCell {...{ action, changing, plan }} />,
    },
    {
      key: 'due',
      label: 'Due',
      sort: 'due',
      cell: (action) => <DueCell {...{ action, changing }} />,
    },
    {
      key: 'status',
      label: 'Status',
      sort: 'status',
      cell: (action) => <StatusCell {...{ action, changing }} />,
    },
  ]
  return columns.filter(({ key }) => plan.is_shared || key !== 'owner')
}

function filtersOf({ people, actions, is_shared: isShared }: Plan): Filter[] {
  const former = actions.flatMap(({ owner }) => (owner ? [owner] : []))
  const owners = new Map([...people, ...former].map(({ id, name }) => [id, name]))
  const ofOwner: Filter = {
    kind: 'choice',
    key: 'owner',
    label: 'Owner',
    isMany: true,
    options: [
      ...[...owners].map(([id, label]) => ({ value: String(id), label })),
      { value: String(NO_OWNER), label: 'No owner' },
    ],
  }
  return [
    { kind: 'text', key: 'search', label: 'Find actions', icon: <Search /> },
    { kind: 'choice', key: 'status', label: 'Status', isMany: true, options: STATUS_OPTIONS },
    ...(isShared ? [ofOwner] : []),
  ]
}

function NothingPlanned({ mayAdd }: { mayAdd: boolean }) {
  return (
    <EmptyState icon={<ListChecks />} title="Nothing is planned yet">
      {mayAdd
        ? 'Add actions on the “Report” tab, then set their due dates here.'
        : 'The owner and contributors of this assessment add actions from its report.'}
    </EmptyState>
  )
}
