import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { CertificationSummary } from 'contract/certifications'
import type { Round } from 'contract/rounds'
import type { Submission as SubmissionState } from 'contract/submissions'
import { certificatesFor } from './certificates-for.ts'
import { ArrowRight } from 'lucide-react'
import { api } from '#core/api.ts'
import { elementNames } from 'rules/element-names'
import { formatList, plural } from 'rules/plural'
import { formatDate } from '#core/time.ts'
import { formatDay, statusText } from '#features/certification/status-labels.ts'
import { SubmissionHistory } from '#features/certification/submission-history.tsx'
import { Button } from '#ui/button.tsx'
import { useSys } from '#support/sys.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'
import { BrandPanel, BUTTON_LOOK } from '#features/home/next-step.tsx'
import { isolated } from '#core/isolated.ts'
import { AskedOr } from './approval.tsx'
import { ReviewOutcome } from './review-outcome.tsx'
import { ConfirmButton, SUBMIT, WITHDRAW } from './submission-buttons.tsx'
import { SubmissionMissing } from './submission-missing.tsx'
import { isSentBack } from 'rules/review-status'
import { replaceText } from 'rules/virus-labels'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { Alert } from '#ui/alert.tsx'

interface SubmissionProps {
  overview: Overview
  assessmentId: number
}

export function Submission({ overview, assessmentId }: SubmissionProps) {
  const query = api.submissions.get.query({ params: { id: assessmentId } })
  const { data, error, refetch, isFetching } = useQuery({ ...query, staleTime: 0 })
  if (data) return <Shown {...{ overview, assessmentId, submission: data }} />
  if (!error)
    return (
      <SkeletonRegion label="Loading the certification">
        <Skeleton className="h-28 w-full rounded-lg" />
      </SkeletonRegion>
    )
  return (
    <ErrorPanel
      title="The certification could not be loaded"
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      detail={error.message}
    >
      Your answers are safe.
    </ErrorPanel>
  )
}

type ShownProps = SubmissionProps & { submission: SubmissionState }

function Shown({ submission, ...props }: ShownProps) {
  const [round] = submission.rounds
  const isOpen = round !== undefined && isSentBack(round.status)
  return (
    <>
      {submission.status === 'certified' && <Certified overview={props.overview} />}
      {submission.status === 'in_review' && round && (
        <InReview round={round} submission={submission} assessmentId={props.assessmentId} />
      )}
      <InfectedFiles submission={submission} {...props} />
      {isOpen && <ReviewOutcome round={round} {...props} />}
      {submission.can_submit && <ReadyOrAsked isAgain={isOpen} {...props} />}
      {submission.missing.length > 0 && (
        <SubmissionMissing missing={submission.missing} assessmentId={props.assessmentId} />
      )}
      <SubmissionHistory steps={submission.history} />
    </>
  )
}

/** While the approver is asked, there is nothing to submit. */
function ReadyOrAsked(props: SubmissionProps & { isAgain: boolean }) {
  const ready = <Ready {...props} />
  if (!props.overview.shared?.approver) return ready
  return <AskedOr assessmentId={props.assessmentId}>{ready}</AskedOr>
}

function Ready({ isAgain, overview, assessmentId }: SubmissionProps & { isAgain: boolean }) {
  return (
    <BrandPanel
      overline="Ready to submit"
      title={titleOf(isAgain, overview)}
      text={
        <Sentence titles={overview.elements.map(elementNames(overview.elements))}>
          {`${leftOutText(overview)} You can’t change answers during the review.`}
        </Sentence>
      }
    >
      <ConfirmButton assessmentId={assessmentId} {...submitTexts(overview)} />
    </BrandPanel>
  )
}

function titleOf(isAgain: boolean, { elements }: Overview) {
  if (isAgain) return 'Submit the assessment again'
  const isAnyRequired = elements.some(({ is_required }) => is_required)
  return isAnyRequired ? 'All required elements are complete' : 'Submit the assessment'
}

/** With an approver, submitting asks them first. */
function submitTexts({ shared }: Overview): typeof SUBMIT {
  if (!shared?.approver) return SUBMIT
  const name = isolated(shared.approver.name)
  return {
    ...SUBMIT,
    label: 'Ask for approval',
    title: `Ask ${name} for approval?`,
    description: `If ${name} approves, the certification is submitted to an auditor. If anything changes before ${name} decides, your request is cancelled.`,
    done: `Approval requested from ${name}`,
    failed: 'Approval was not requested',
  }
}

/** Incomplete optional elements are not submitted. */
function leftOutText({ elements }: Overview) {
  const names = elements.filter(({ is_complete }) => !is_complete).map(elementNames(elements))
  if (names.length === 0) return 'An auditor reviews every answer.'
  const leftOut = plural(names.length, {
    one: 'One element is incomplete and will not be submitted',
    other: '# elements are incomplete and will not be submitted',
  })
  return `An auditor reviews every answer. ${leftOut}: ${formatList(names)}.`
}

function InReview({
  submission,
  round,
  assessmentId,
}: Omit<ShownProps, 'overview'> & { round: Round }) {
  const { submitted_at, started_at, reviewer } = round
  const isMailOff = useSys()?.is_mail_off
  if (started_at !== null)
    return (
      <BrandPanel
        overline="Submitted"
        title={reviewer === null ? 'Under review' : `Under review by ${reviewer}`}
        text={`Submitted ${formatDate(submitted_at)}, review started ${formatDate(started_at)}.${isMailOff ? '' : ' We’ll email you when the review ends.'}`}
      />
    )
  return (
    <BrandPanel
      overline="Submitted"
      title="Waiting for an auditor"
      text={`Submitted ${formatDate(submitted_at)}. You can withdraw the submission until the review starts.`}
    >
      {submission.can_withdraw && <ConfirmButton assessmentId={assessmentId} {...WITHDRAW} />}
    </BrandPanel>
  )
}

function Certified({ overview }: { overview: Overview }) {
  const { data, isPending } = useQuery({ ...api.certifications.list.query(), staleTime: 0 })
  if (isPending) return null
  const certificate = certificatesFor(overview, data?.rows).find(
    ({ year }) => year === overview.year,
  )
  return (
    <BrandPanel overline={`Certification ${overview.year}`} {...certificateText(certificate)}>
      <Button asChild size="lg" className={BUTTON_LOOK}>
        <Link {...(certificate ? reportOf(certificate) : listOf(overview))}>
          View certificate
          <ArrowRight />
        </Link>
      </Button>
    </BrandPanel>
  )
}

function reportOf({ id }: CertificationSummary) {
  const params = { certificationId: String(id) }
  return { to: '/certification/$certificationId', params } as const
}

/** For a failed request. */
function listOf(overview: Overview) {
  const search = { year: overview.year, ...choiceOf(overview) }
  return { to: '/certification', search } as const
}

function certificateText(certificate: CertificationSummary | undefined) {
  if (certificate?.status === 'revoked')
    return { title: 'Your certificate was revoked', text: `${statusText(certificate)}.` }
  if (certificate?.status === 'superseded')
    return { title: 'A newer certificate has replaced yours', text: `${statusText(certificate)}.` }
  if (certificate?.status === 'expired')
    return { title: 'Your certificate has expired', text: `${statusText(certificate)}.` }
  const text =
    'You can view and download your certificate. Anyone can check it online with the code printed on it.'
  if (certificate?.is_expiring)
    return { title: `Your certificate expires on ${formatDay(certificate.valid_until)}`, text }
  return { title: 'Your certificate is ready', text }
}

function InfectedFiles({ submission, overview, assessmentId }: ShownProps) {
  const { infected, status, rounds } = submission
  if (infected.length === 0) return null
  const completed = new Set(overview.elements.flatMap((one) => (one.is_complete ? one.id : [])))
  const isReviewStarted = rounds[0]?.status === 'started'
  return (
    <section aria-label="Virus found">
      <Alert
        variant="warning"
        title={plural(infected.length, {
          one: 'A virus was found in # file. No one can open it.',
          other: 'A virus was found in # files. No one can open them.',
        })}
      >
        {replaceText(status, isReviewStarted, infected.length)}
        <ul className="mt-2 flex flex-col gap-1">
          {infected.map(
            ({ id, file_name, element_id: elementId, statement_id, key, number, statement }) => (
              <li key={id} className="wrap-anywhere">
                <bdi translate="no">{file_name}</bdi>, at{' '}
                <Link
                  to={completed.has(elementId) ? '/assessment/$id/edit' : '/assessment/$id'}
                  params={{ id: String(assessmentId) }}
                  search={{ elementId }}
                  hash={`statement-${statement_id}`}
                  className="link"
                >
                  <bdi translate="no">{referenceOf({ key, number })}</bdi>{' '}
                  <ContentText>{statement}</ContentText>
                </Link>
              </li>
            ),
          )}
        </ul>
      </Alert>
    </section>
  )
}
