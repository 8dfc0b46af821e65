import { ContentText } from '#ui/content-text.tsx'
import { scaleOf } from 'rules/scores'
import type { Review, ReviewStatement } from 'contract/reviews'
import { formatScore } from 'rules/report-labels'
import { isSubmitted } from 'rules/review-status'
import { formatNumber, plural } from 'rules/plural'
import { useSingleKeys } from '#features/assessments/use-player-keys.ts'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { cn } from '#ui/cn.ts'
import { Button } from '#ui/button.tsx'
import { Mark } from '#ui/marks.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { reviewAction } from './review-keys.ts'
import { ReviewOutline } from './review-outline.tsx'
import { statementsOf } from './review-labels.tsx'
import { StatementContext } from '#features/certification/statement/statement-context.tsx'
import { SubmissionHistory } from '#features/certification/submission-history.tsx'
import { StatementReview } from '#features/certification/statement/statement-review.tsx'
import { useEvidence } from '#features/certification/evidence/use-evidence.ts'
import { useLookAt } from './use-looked-at.ts'
import { useScrolledOutline } from './use-scrolled-outline.ts'
import type { StatementSteps } from './use-statement-steps.ts'

const EvidencePanel = lazyPart(
  () => import('#features/certification/evidence/evidence-panel.tsx'),
  'EvidencePanel',
)

interface ReviewTableProps {
  review: Review
  steps: StatementSteps
}

export function ReviewTable({ review, steps }: ReviewTableProps) {
  const { panel, statement, index } = steps
  const statements = statementsOf(review)
  useLookAt(review.id, statement?.id)
  const element = review.elements.find((one) => statement && one.statements.includes(statement))

  const evidence = useEvidence(statement)

  useSingleKeys((action) => {
    switch (action.kind) {
      case 'confirm':
      case 'next':
      case 'previous':
        return steps[action.kind]()
      case 'later':
        return steps.flag()
      case 'attachments':
        return evidence.toggle()
      case 'note':
        return document.getElementById('remark')?.focus()
      default:
        return panel.current?.performAction(action)
    }
  }, reviewAction)

  if (!statement || !element) return null
  const { file } = evidence
  return (
    <div
      data-compact
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 [--column:calc(100dvh-17.5rem)]',
        file
          ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]'
          : 'lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_16rem]',
      )}
    >
      <OutlineColumn
        review={review}
        current={statement.id}
        isHidden={file !== null}
        onGo={steps.goTo}
      >
        <Outcome review={review} onNextChanged={() => steps.go(nextChanged(statements, index))} />
      </OutlineColumn>
      <div className={file ? 'min-w-0 space-y-6' : 'contents'}>
        <StatementReview
          key={statement.id}
          ref={panel}
          review={review}
          element={element}
          statement={statement}
          hasNavigated={steps.hasNavigated}
          onEnter={steps.next}
          asideClassName={
            file
              ? undefined
              : 'lg:max-xl:col-start-2 xl:sticky xl:top-4 xl:flex xl:max-h-(--column) xl:flex-col'
          }
        >
          <StatementContext
            review={review}
            statement={statement}
            evidence={evidence}
            className={file ? undefined : 'xl:min-h-0 xl:overflow-y-auto'}
          />
        </StatementReview>
      </div>
      {file && (
        <Suspense>
          <EvidencePanel
            review={review}
            file={file}
            evidence={evidence}
            className="flex h-[calc(100dvh-12rem)] min-w-0 flex-col overflow-hidden rounded-lg border bg-card lg:sticky lg:top-4 lg:h-[calc(100dvh-7rem)]"
          />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {steps.announcement}
      </p>
      <DecisionBar steps={steps} />
    </div>
  )
}

interface OutlineColumnProps {
  review: Review
  current: number
  /** A file needs the room. */
  isHidden: boolean
  onGo: (statement: number) => void
  children: ReactNode
}

function OutlineColumn({ review, current, isHidden, onGo, children }: OutlineColumnProps) {
  return (
    <div
      ref={useScrolledOutline(current)}
      className={cn(
        'max-lg:order-last lg:sticky lg:top-4 lg:max-h-(--column) lg:overflow-y-auto',
        isHidden && 'lg:hidden',
      )}
    >
      {children}
      <ReviewOutline elements={review.elements} current={current} onGo={onGo} />
      <SubmissionHistory steps={review.history} className="mt-6" />
    </div>
  )
}

function nextChanged(statements: readonly ReviewStatement[], index: number) {
  const next = statements.findIndex(({ changed }, place) => changed !== null && place > index)
  return next === -1 ? statements.findIndex(({ changed }) => changed !== null) : next
}

function Outcome({ review, onNextChanged }: { review: Review; onNextChanged: () => void }) {
  const { outcome, edition } = review
  const statements = statementsOf(review)
  const total = statements.length
  const changed = statements.filter((statement) => statement.changed)
  const done = total - outcome.missing
  const reviewedText = `${formatNumber(done)} of ${formatNumber(total)} reviewed`
  const band = bandText(review)
  return (
    <section aria-label="Outcome" className="mb-6 border-b px-2 pb-5 text-14">
      <p className="mb-2 font-medium tabular-nums">{reviewedText}</p>
      <ProgressBar label={reviewedText} percent={Math.round((done / Math.max(total, 1)) * 100)} />
      <dl className="mt-4 space-y-1.5 text-subtle-foreground">
        <Figure
          kind="current"
          label="Declared"
          value={formatScore(outcome.current, scaleOf(edition))}
        />
        <Figure
          kind="certified"
          label={outcome.missing > 0 ? 'Certified so far' : 'Certified'}
          value={formatScore(outcome.certified, scaleOf(edition))}
        />
        {band !== null && (
          <div className="flex justify-between gap-3">
            <dt>Band</dt>
            <dd className="text-end font-semibold text-foreground">
              <ContentText>{band}</ContentText>
            </dd>
          </div>
        )}
      </dl>
      {changed[0]?.changed && (
        <div className="mt-4 space-y-2">
          <p className="text-warning-ink">
            {plural(changed.length, {
              one: `# statement changed since round ${changed[0].changed.round}`,
              other: `# statements changed since round ${changed[0].changed.round}`,
            })}
          </p>
          <Button variant="outline" size="xs" onClick={onNextChanged}>
            Next changed statement
          </Button>
        </div>
      )}
    </section>
  )
}

function Figure(props: { kind: 'current' | 'certified'; label: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="flex items-center gap-1.5">
        <Mark kind={props.kind} size={5} />
        {props.label}
      </dt>
      <dd className="font-semibold text-foreground tabular-nums">{props.value}</dd>
    </div>
  )
}

/** Null without bands, or if the review ended before all statements were reviewed. */
function bandText(review: Review) {
  const { bands, band, missing } = review.outcome
  if (bands.length === 0 || (missing > 0 && !isSubmitted(review.status))) return null
  return missing > 0 ? 'Shown when all statements are reviewed' : (band ?? 'No band reached')
}
