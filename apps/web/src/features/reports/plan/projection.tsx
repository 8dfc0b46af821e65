import type { PlannedAction } from 'contract/plan'
import type { ReportSnapshot } from 'contract/reports'
import { TrendingUp } from 'lucide-react'
import { plural } from 'rules/plural'
import { type Projection as Projected, projectionOf } from 'rules/planned'
import { formatScore, scoreName } from 'rules/report-labels'
import { type Scale, scaleOf } from 'rules/scores'
import { cn } from '#ui/cn.ts'
import { OwnText } from '#ui/own-text.tsx'

interface ProjectionProps {
  snapshot: ReportSnapshot
  actions: readonly PlannedAction[]
  className?: string
}

/** The score once the plan is done. */
export function Projection({ snapshot, actions, className }: ProjectionProps) {
  const projected = projectionOf(snapshot, actions)
  if (!projected) return null
  const scale = scaleOf(snapshot.content_set)
  return (
    <p data-print="hide" className={cn('flex items-start gap-2.5 text-15', className)}>
      <TrendingUp aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 stroke-[1.75]" />
      <OwnText>
        {`${whenText(projected.count)}: ${scale ? 'level' : 'score'} `}
        <strong className="font-semibold">{scoreText(projected, scale)}</strong>
        {`, from ${formatScore(snapshot.current, scale)}.`}
        {projected.band !== null && ` That reaches ${projected.band}.`}
      </OwnText>
    </p>
  )
}

function whenText(count: number) {
  return plural(count, {
    one: 'When the plan for # statement is done',
    other: 'When the plan for # statements is done',
  })
}

function scoreText({ overall }: Projected, scale: Scale) {
  const name = scoreName(overall, scale)
  const score = formatScore(overall, scale)
  return name === '' ? score : `${score} ${name}`
}
