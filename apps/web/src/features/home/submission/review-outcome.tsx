import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { Remark, Round } from 'contract/rounds'
import { formatDate } from '#core/time.ts'
import { Alert } from '#ui/alert.tsx'

interface ReviewOutcomeProps {
  round: Round
  overview: Overview
  assessmentId: number
}

export function ReviewOutcome({ round, overview, assessmentId }: ReviewOutcomeProps) {
  const { status, reviewer, ended_at, reason, remarks } = round
  const details = [
    ...(reviewer === null ? [] : [`by ${reviewer}`]),
    ...(ended_at === null ? [] : [`on ${formatDate(ended_at)}`]),
  ]
  const isRefused = status === 'refused'
  return (
    <section aria-label={isRefused ? 'Refused' : 'Returned'} className="flex flex-col gap-3">
      <Alert
        variant={isRefused ? 'destructive' : 'warning'}
        title={`${[isRefused ? 'Refused' : 'Returned', ...details].join(' ')}.`}
      >
        <span dir="auto" translate="no" className="block wrap-anywhere">
          {reason}
        </span>
      </Alert>
      {remarks.length > 0 && (
        <ol aria-label="Remarks" className="divide-y rounded-lg border bg-card">
          {remarks.map((remark) => (
            <li key={remark.statement_id} className="px-4 py-3 text-15">
              <RemarkLink {...{ remark, overview, assessmentId }} />
              <p className="text-14 text-muted-foreground">
                <Sentence titles={[remark.declared ?? '', remark.certified ?? '']}>
                  {declaredText(remark)}
                </Sentence>
              </p>
              {remark.remark !== null && (
                <p dir="auto" translate="no" className="mt-1 wrap-anywhere">
                  {remark.remark}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type RemarkLinkProps = Omit<ReviewOutcomeProps, 'round'> & { remark: Remark }

function RemarkLink({ remark, overview, assessmentId }: RemarkLinkProps) {
  const element = overview.elements.find(({ id }) => id === remark.element_id)
  return (
    <Link
      to={element?.is_complete ? '/assessment/$id/edit' : '/assessment/$id'}
      params={{ id: String(assessmentId) }}
      search={{ elementId: remark.element_id }}
      hash={`statement-${remark.statement_id}`}
      className="link"
    >
      <bdi translate="no">{referenceOf(remark)}</bdi> <ContentText>{remark.statement}</ContentText>
    </Link>
  )
}

function declaredText({ declared, certified }: Remark) {
  const own = `Declared: ${declared ?? 'does not apply'}`
  return declared === certified ? own : `${own}. Auditor: ${certified ?? 'does not apply'}`
}
