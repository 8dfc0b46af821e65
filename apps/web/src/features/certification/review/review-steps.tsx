import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { type Scale, scaleOf } from 'rules/scores'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from 'contract/reviews'
import { type Ref, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatScore } from 'rules/report-labels'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { lazyPart } from '#core/lazy-part.ts'
import { failureToast } from '#core/toast.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { reviewQuery } from './use-finish.ts'
import { EndedReview } from './ended-review.tsx'
import { MissingForNext } from './reached-band.tsx'
import { statementsOf } from './review-labels.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { focusDecision, type StatementSteps } from './use-statement-steps.ts'

type MissingBandDetails = NonNullable<Review['outcome']['missing_band']>

const ReturnReview = lazyPart(() => import('./return-review.tsx'), 'ReturnReview')
const ConfirmRest = lazyPart(() => import('./confirm-rest.tsx'), 'ConfirmRest')
const Certify = lazyPart(() => import('./certify.tsx'), 'Certify')

interface ReviewStepsProps {
  review: Review
  steps: Pick<StatementSteps, 'statement' | 'leave' | 'isDirty' | 'discard' | 'goTo'>
}

export function ReviewSteps({ review, steps }: ReviewStepsProps) {
  if (review.is_own)
    return (
      <Alert title="You took part in this assessment." className="mb-6">
        Only another auditor can review this assessment.
      </Alert>
    )
  if (review.status === 'submitted') return <StartReview review={review} />
  if (review.status === 'started') return <ReviewDecision review={review} steps={steps} />
  return <EndedReview review={review} />
}

function StartReview({ review }: { review: Review }) {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const start = useMutation({
    mutationFn: () => api.reviews.start.call({ params: { id: review.id } }),
    onError: failureToast('The review was not started'),
    // Closed last, so that the focus moves to the new content.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: reviewQuery(review.id).queryKey })
      setConfirming(false)
    },
  })
  return (
    <Alert
      title="This submission is waiting for review."
      className="mb-6"
      action={
        <>
          <Button onClick={() => setConfirming(true)}>Start review</Button>
          <AlertDialog
            open={isConfirming}
            onOpenChange={setConfirming}
            title="Start this review?"
            description={`After you start, ${review.respondent.name} can’t withdraw the submission.`}
            actionLabel="Start review"
            actionVariant="primary"
            isLoading={start.isPending}
            onAction={() => start.mutate()}
          />
        </>
      }
    >
      The respondent can withdraw the submission until you start the review.
    </Alert>
  )
}

type Decision = 'certify' | 'return' | 'refuse'
type Step = Decision | 'rest'

function ReviewDecision({ review, steps }: ReviewStepsProps) {
  const [step, setStep] = useState<Step | null>(null)
  const [asked, setAsked] = useState<Decision | null>(null)
  const [reasons, setReasons] = useState({ return: '', refuse: '' })
  const { missing, missing_band: missingBand } = review.outcome
  const isBlocked = missing > 0 || missingBand !== null
  const reason = useRef<HTMLDivElement>(null)
  const [isRefused, setRefused] = useState(false)
  const close = () => setStep(null)
  /** Saves the shown statement before, and asks if that fails. */
  async function decide(decision: Decision) {
    if ((await steps.leave()) || !steps.isDirty()) setStep(decision)
    else setAsked(decision)
  }
  // The button that opened the dialog goes away.
  const endConfirming = () => {
    flushSync(close)
    focusDecision()
  }
  return (
    <div
      id="decision"
      role="group"
      aria-label="Decision"
      tabIndex={-1}
      className="mb-6 flex flex-wrap items-center gap-3 border-b pb-5 lg:short:mb-4 lg:short:pb-3"
    >
      {missingBand && (
        <MissingBand ref={reason} {...{ review, missingBand }} scale={scaleOf(review.edition)} />
      )}
      <Button
        aria-describedby={isBlocked ? 'missing' : undefined}
        onClick={() => {
          setRefused(isBlocked)
          if (isBlocked) reason.current?.focus()
          else void decide('certify')
        }}
      >
        Certify
      </Button>
      <Button variant={missingBand ? 'primary' : 'outline'} onClick={() => void decide('return')}>
        Return
      </Button>
      <Button variant="destructive-outline" onClick={() => void decide('refuse')}>
        Refuse
      </Button>
      {missing > 0 && (
        <NotReviewed
          ref={reason}
          review={review}
          isRefused={isRefused}
          onGo={(statement) => {
            setRefused(false)
            steps.goTo(statement)
          }}
          onConfirmRest={async () => {
            if (await steps.leave()) setStep('rest')
          }}
        />
      )}
      <Flagged review={review} onGo={steps.goTo} />
      <UnsavedQuestion
        decision={asked}
        steps={steps}
        onStay={() => setAsked(null)}
        onDiscard={() => {
          setAsked(null)
          setStep(asked)
        }}
      />
      <Suspense>
        {step === 'rest' && (
          <ConfirmRest review={review} onGo={steps.goTo} onClose={close} onDone={endConfirming} />
        )}
        {step === 'certify' && <Certify review={review} onClose={close} />}
        {(step === 'return' || step === 'refuse') && (
          <ReturnReview
            review={review}
            isRefusal={step === 'refuse'}
            reason={reasons[step]}
            onReason={(reason) => setReasons({ ...reasons, [step]: reason })}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}

interface NotReviewedProps {
  ref: Ref<HTMLDivElement>
  review: Review
  isRefused: boolean
  onGo: (statement: number) => void
  onConfirmRest: () => Promise<void>
}

/** Why the assessment can't be certified yet. After Certify was pressed, it also links to the next statement. */
function NotReviewed({ ref, review, isRefused, onGo, onConfirmRest }: NotReviewedProps) {
  const { missing } = review.outcome
  const first = statementsOf(review).find(({ reviewed }) => !reviewed)
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <p
        id="missing"
        className={isRefused ? 'font-medium text-destructive-ink' : 'text-muted-foreground'}
      >
        {plural(missing, {
          one: '# statement hasn’t been reviewed yet.',
          other: '# statements haven’t been reviewed yet.',
        })}
      </p>
      {isRefused && first && (
        <Button variant="outline" size="xs" onClick={() => onGo(first.id)}>
          Go to first unreviewed statement
        </Button>
      )}
      <Button variant="outline" size="xs" onClick={() => void onConfirmRest()}>
        Confirm the rest as declared
      </Button>
    </div>
  )
}

/** Reminds of flags that were set after the response. They block no decision. */
function Flagged({ review, onGo }: Pick<NotReviewedProps, 'review' | 'onGo'>) {
  const flagged = statementsOf(review).filter((one) => one.is_flagged)
  const [first] = flagged
  if (!first || review.outcome.missing > 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <p className="text-muted-foreground">
        {plural(flagged.length, {
          one: '# statement is flagged.',
          other: '# statements are flagged.',
        })}
      </p>
      <Button variant="outline" size="xs" onClick={() => onGo(first.id)}>
        Go to first flagged statement
      </Button>
    </div>
  )
}

type MissingBandProps = {
  ref: Ref<HTMLDivElement>
  review: Review
  missingBand: MissingBandDetails
  scale: Scale
}

function MissingBand({ ref, review, missingBand, scale }: MissingBandProps) {
  const { band, overall, elements } = missingBand
  return (
    <Alert
      variant="warning"
      title="The certified responses are too low for any band, so you can’t certify this assessment."
      className="w-full"
    >
      <div id="missing" ref={ref} tabIndex={-1}>
        {overall && (
          <p>
            <Sentence
              titles={[band]}
            >{`${band} needs ${formatScore(overall.needed, scale)} overall, but ${certifiedAt(overall, scale)}.`}</Sentence>
          </p>
        )}
        {elements && (
          <>
            <p>
              <Sentence
                titles={[band]}
              >{`${band} needs ${formatScore(elements.needed, scale)} in each element:`}</Sentence>
            </p>
            <ul className="ms-5 list-disc">
              {elements.below.map(({ id: element, key, number, title, certified }) => (
                <li key={element} className="wrap-anywhere">
                  <bdi translate="no">{referenceOf({ key, number })}</bdi>{' '}
                  <ContentText>{title}</ContentText>:{' '}
                  {certifiedAt({ needed: elements.needed, certified }, scale)}
                </li>
              ))}
            </ul>
          </>
        )}
        {(review.outcome.next?.missing.statement_count ?? 0) > 0 && (
          <MissingForNext review={review} />
        )}
        <p>Return the assessment for changes, or refuse the certificate.</p>
      </div>
    </Alert>
  )
}

/** Rounding can hide that a score is below the limit, so the text says it. */
function certifiedAt(
  { needed, certified }: NonNullable<MissingBandDetails['overall']>,
  scale: Scale,
) {
  if (certified === null) return 'no statements apply'
  const figure = formatScore(certified, scale)
  if (figure === formatScore(needed, scale)) return `the result is slightly less than ${figure}`
  return `the result is ${figure}`
}
