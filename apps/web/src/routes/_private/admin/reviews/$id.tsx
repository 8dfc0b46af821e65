import { NumberedBy } from '#features/content/response-numbers.tsx'
import { ContentLanguage, ContentText } from '#ui/content-text.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, redirect } from '@tanstack/react-router'
import type { Review } from 'contract/reviews'
import { toNotFound } from '#core/route-id.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { formatDate } from '#core/time.ts'
import { OwnText } from '#ui/own-text.tsx'
import { PageHead } from '#ui/page.tsx'
import { requireReviewer } from '#features/identity/session/session-guards.ts'
import { reviewQuery } from '#features/certification/review/use-finish.ts'
import { ReviewSteps } from '#features/certification/review/review-steps.tsx'
import { ReviewTable } from '#features/certification/review/review-table.tsx'
import { useStatementSteps } from '#features/certification/review/use-statement-steps.ts'
import { ReviewBadge, statementsOf } from '#features/certification/review/review-labels.tsx'

const SCAN_MS = 3000

/** On laptop screens, where a statement has to fit below. */
const ONE_LINE =
  'lg:short:mb-2 lg:short:*:flex lg:short:*:flex-wrap lg:short:*:items-baseline lg:short:*:gap-x-5'

/** With its round, an older review is shown itself. A mail or bookmark leads to the present round. */
const readSearch = lenient({ statement: wholeNumber(1), round: wholeNumber(1) })

export const Route = createFileRoute('/_private/admin/reviews/$id')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { round } }) => ({ round }),
  loader: async ({ context, params, deps }) => {
    await requireReviewer(context)
    const review = await context.queryClient.fetchQuery(reviewQuery(params.id)).catch(toNotFound)
    if (review.present && deps.round !== review.round) leadTo(review.present)
    return review
  },
  head: () => ({ meta: [{ title: 'Review' }] }),
  component: ReviewPage,
})

function leadTo({ id }: { id: number }): never {
  throw redirect({ to: '/admin/reviews/$id', params: { id: String(id) }, replace: true })
}

function ReviewPage() {
  const { id } = Route.useParams()
  const { statement } = Route.useSearch()
  const navigate = Route.useNavigate()
  const choose = (next: number) =>
    void navigate({
      search: (before) => ({ ...before, statement: next }),
      replace: true,
      resetScroll: false,
    })
  const { data: review } = useSuspenseQuery({
    ...reviewQuery(id),
    refetchInterval: ({ state }) => (isAnyScanned(state.data) ? SCAN_MS : false),
  })
  return (
    <ContentLanguage of={review.language}>
      <PageHead
        parent={
          <Link to="/admin/reviews" activeOptions={{ exact: true }} className="link hit-44">
            Reviews
          </Link>
        }
        title={
          <>
            <ContentText>{review.content_set}</ContentText> {review.year}
          </>
        }
        meta={<Facts review={review} />}
        className={ONE_LINE}
      />
      <NumberedBy set={review.edition}>
        <ReviewBody
          key={`${review.id} ${review.status}`}
          review={review}
          chosen={statement}
          onChoose={choose}
        />
      </NumberedBy>
    </ContentLanguage>
  )
}

function ReviewBody(props: Parameters<typeof useStatementSteps>[0]) {
  const { review } = props
  const steps = useStatementSteps(props)
  return (
    <>
      <ReviewSteps review={review} steps={steps} />
      <ReviewTable review={review} steps={steps} />
    </>
  )
}

function isAnyScanned(review: Review | undefined) {
  return (
    review !== undefined &&
    statementsOf(review).some(({ attachments }) =>
      attachments.some(({ status }) => status === 'scanning'),
    )
  )
}

function Facts({ review }: { review: Review }) {
  const { organisation, respondent, submitted_at: at, round, reviewer, scope, edition } = review
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <strong translate="no" className="font-semibold text-foreground">
        {organisation.name}
      </strong>
      <span>
        {round > 1
          ? `Submitted by ${respondent.name} on ${formatDate(at)}, round ${round}`
          : `Submitted by ${respondent.name} on ${formatDate(at)}`}
      </span>
      {scope && (
        <OwnText>
          Scope: <ContentText language={edition.language}>{scope}</ContentText>
        </OwnText>
      )}
      {reviewer && (
        <span>
          Auditor: <span translate="no">{reviewer}</span>
        </span>
      )}
      <ReviewBadge status={review.status} />
    </span>
  )
}
