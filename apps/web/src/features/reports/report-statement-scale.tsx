import type { ReportSnapshot, ReportStatement } from 'contract/reports'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { responsePoints } from './report-profile.ts'

interface StatementScaleProps {
  statement: ReportStatement
  snapshot: ReportSnapshot
  className?: string
}

export function StatementScale({ statement, snapshot, className }: StatementScaleProps) {
  return (
    <LevelScale
      scale={snapshot.content_set.scale}
      points={responsePoints(statement)}
      current={statement.current_score}
      future={statement.future_score}
      certified={statement.certified_score}
      label={answersInWords(statement)}
      {...(className !== undefined && { className })}
    />
  )
}

function answersInWords({ responses, current, future }: ReportStatement) {
  const label = (id: number | null) => responses.find((response) => response.id === id)?.label
  return `Current: ${label(current) ?? 'none'}. Future: ${label(future) ?? 'none'}.`
}
