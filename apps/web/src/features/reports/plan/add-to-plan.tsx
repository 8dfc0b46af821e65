import { useQuery } from '@tanstack/react-query'
import { ACTION_LENGTHS } from 'contract/list-sizes'
import type { Plan } from 'contract/plan'
import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { Check, ListPlus } from 'lucide-react'
import { type ReactNode, createContext, use, useMemo } from 'react'
import { plural } from 'rules/plural'
import { plannedFrom, plannedKeys } from 'rules/planned'
import { Button } from '#ui/button.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { Projection } from './projection.tsx'
import { planQuery, useAddActions } from './plan-query.ts'
import { ContentText } from '#ui/content-text.tsx'

interface PlanOfReport {
  plan: Plan
  snapshot: ReportSnapshot
  add: ReturnType<typeof useAddActions>
}

/** Null where a report is only shown: in a preview, to an admin, and until the plan is known. */
const InPlan = createContext<PlanOfReport | null>(null)

interface WithPlanProps {
  assessmentId: number
  snapshot: ReportSnapshot
  children: ReactNode
}

/** Lets actions of a report be added to the plan of its assessment. */
export function WithPlan({ assessmentId, snapshot, children }: WithPlanProps) {
  const { data: plan } = useQuery(planQuery(assessmentId))
  const add = useAddActions(assessmentId)
  const found = useMemo(() => (plan ? { plan, snapshot, add } : null), [plan, snapshot, add])
  return <InPlan value={found}>{children}</InPlan>
}

/** Below an action: adds it to the plan, also a second time. */
export function AddToPlan({
  action,
  statementKey,
}: {
  action: ReportAction
  statementKey: string
}) {
  const found = use(InPlan)
  if (!found) return null
  const { plan, add } = found
  const isPlanned = plannedKeys(plan.actions).has(statementKey)
  if (!plan.may_add && !isPlanned) return null
  const isAdding = add.isPending && add.variables.some((one) => one.statement_key === statementKey)
  return (
    <span data-print="hide" className="inline-flex flex-wrap items-center gap-x-3.5">
      {isPlanned && (
        <span className="inline-flex items-center gap-1.5 font-medium text-success-ink">
          <Check aria-hidden="true" className="size-4 stroke-[1.75]" />
          In the plan
        </span>
      )}
      {plan.may_add && (
        <button
          type="button"
          aria-busy={isAdding || undefined}
          className="hit-44 link-quiet inline-flex min-h-6 items-center gap-1.5"
          onClick={() =>
            !add.isPending &&
            add.mutate([{ statement_key: statementKey, ...plannedFrom(action, ACTION_LENGTHS) }])
          }
        >
          <ListPlus aria-hidden="true" className="size-4 stroke-[1.75]" />
          {isPlanned ? 'Add another' : 'Add to plan'}
          <span className="sr-only">
            : <ContentText>{nameOf(action)}</ContentText>
          </span>
        </button>
      )}
    </span>
  )
}

/** Its first line, which tells it from the others. */
function nameOf({ steps, statement }: ReportAction) {
  return (steps[0] ?? statement).split('\n', 1)[0]
}

/** Adds what is missing of the quickest route. */
export function AddRoute() {
  const found = use(InPlan)
  if (!found?.plan.may_add) return null
  const { plan, snapshot, add } = found
  const planned = plannedKeys(plan.actions)
  const onPath = new Set(snapshot.path?.statement_ids)
  const keys = new Map(
    snapshot.elements.flatMap(({ statements }) => statements.map(({ id, key }) => [id, key])),
  )
  const route = snapshot.actions.flatMap((action) => {
    const statement_key = keys.get(action.statement_id)
    return onPath.has(action.statement_id) && statement_key !== undefined
      ? [{ statement_key, ...plannedFrom(action, ACTION_LENGTHS) }]
      : []
  })
  const missing = route.filter(({ statement_key }) => !planned.has(statement_key))
  if (route.length === 0) return null
  return (
    <div data-print="hide" className="mt-3">
      {missing.length === 0 ? (
        <p className="inline-flex items-center gap-1.5 text-14 font-medium text-success-ink">
          <Check aria-hidden="true" className="size-4 stroke-[1.75]" />
          All actions of the quickest route are in the plan
        </p>
      ) : (
        <Button
          variant="outline"
          size="sm"
          icon={<ListPlus />}
          isLoading={add.isPending && add.variables.length > 1}
          onClick={() => add.mutate(missing)}
        >
          <OwnText>{routeText(missing.length, route.length)}</OwnText>
        </Button>
      )}
    </div>
  )
}

function routeText(missing: number, all: number) {
  if (missing === all) return 'Add the quickest route to the plan'
  return plural(missing, {
    one: 'Add the remaining action to the plan',
    other: 'Add the remaining # actions to the plan',
  })
}

/** Below a report's figures, once something is planned. */
export function PlannedPosition() {
  const found = use(InPlan)
  if (!found) return null
  return <Projection snapshot={found.snapshot} actions={found.plan.actions} className="mt-4" />
}
