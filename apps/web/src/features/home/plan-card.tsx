import type { Overview } from 'contract/assessments'
import type { PlanSummary } from 'contract/plan-summary'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useUser } from '#core/user.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { formatDueShort } from '#features/assessments/due-text.ts'
import { countsText } from '#features/reports/plan-counts.ts'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'

/** How far the plan is, and what of it is next. */
export function PlanCard({ overview }: { overview: Overview }) {
  const { plan, type } = overview
  if (plan === null) return null
  const { report_id: reportId, year, next } = plan
  return (
    <section aria-labelledby="plan" className="mt-10">
      <h2 id="plan" className="mb-3 text-18 font-semibold">
        Plan from {year}
      </h2>
      <div className="rounded-lg border bg-card">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
          <ListChecks
            aria-hidden="true"
            className="size-6 shrink-0 stroke-[1.75] text-muted-foreground"
          />
          <p className="min-w-0 flex-1 font-medium">{countsText(plan)}</p>
          <Button asChild variant="outline" className="max-md:w-full">
            <Link
              to="/action-reports/$reportId"
              params={{ reportId: String(reportId) }}
              search={{ year, type, ...choiceOf(overview), tab: 'plan' }}
            >
              Open plan
            </Link>
          </Button>
        </div>
        {next.length > 0 && (
          <ul aria-label="Next in the plan" className="divide-y border-t px-4">
            {next.map((action) => (
              <NextAction key={action.id} action={action} isShared={overview.shared !== null} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

interface NextActionProps {
  action: PlanSummary['next'][number]
  isShared: boolean
}

function NextAction({ action, isShared }: NextActionProps) {
  const { title, owner, due_on: dueOn } = action
  const user = useUser()
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 text-15">
      <ContentText className="min-w-0 flex-1 basis-60 wrap-anywhere">{title}</ContentText>
      <span className="flex gap-x-4 text-14 text-muted-foreground">
        {isShared && owner && (
          <span translate={owner.id === user.id ? undefined : 'no'}>
            {owner.id === user.id ? 'You' : owner.name}
          </span>
        )}
        {dueOn !== null && <OwnText>{formatDueShort(dueOn)}</OwnText>}
      </span>
    </li>
  )
}
