import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FIRST_PAGE, LAST_PAGE } from 'contract/list-sizes'
import type { User } from 'contract/account'
import { api } from '#core/api.ts'
import { can, isAuditor } from '#core/can.ts'
import { lenient, someText, wholeNumber } from '#core/lenient.ts'
import { PageHead } from '#ui/page.tsx'
import { Activity } from '#features/insight/dashboard/activity.tsx'
import { AttentionList } from '#features/insight/dashboard/attention-list.tsx'
import { Distribution } from '#features/insight/dashboard/distribution.tsx'
import { Figures } from '#features/insight/dashboard/figures.tsx'
import { LevelTable } from '#features/insight/dashboard/level-table.tsx'
import { OrganisationResults } from '#features/insight/dashboard/organisation-results.tsx'
import { ParticipationFigures } from '#features/insight/dashboard/participation-figures.tsx'
import { StartCard, startQuery } from '#features/insight/start-card.tsx'
import { ReviewQueue, reviewQueueQuery } from '#features/insight/dashboard/review-queue.tsx'
import { tenantQuery, useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'

const readSearch = lenient({
  year: wholeNumber(2000, 2100),
  title: someText,
  page: wholeNumber(FIRST_PAGE, LAST_PAGE),
})

export const Route = createFileRoute('/_private/admin/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { is_platform: isPlatform } = await context.queryClient.ensureQueryData(tenantQuery)
    await Promise.all([
      context.queryClient.ensureQueryData(api.dashboard.get.query({ query: deps })),
      hasReviewQueue(context.user, isPlatform) &&
        context.queryClient.ensureQueryData(reviewQueueQuery),
      hasFirstSteps(context.user, isPlatform) && context.queryClient.prefetchQuery(startQuery),
    ])
  },
  head: () => ({ meta: [{ title: 'Dashboard' }] }),
  component: AdminDashboard,
})

const TODAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

function AdminDashboard() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data } = useSuspenseQuery(api.dashboard.get.query({ query: search }))
  const user = useUser()
  const { is_platform: isPlatform } = useTenant()
  const hasQueue = hasReviewQueue(user, isPlatform)
  return (
    <>
      <PageHead title="Dashboard" meta={TODAY.format().replace(',', '')} />
      {hasFirstSteps(user, isPlatform) && <StartCard />}
      {hasQueue && <ReviewQueue />}
      <OrganisationResults dashboard={data} />
      <Figures dashboard={data} />
      <div className="mb-10 grid gap-x-8 gap-y-10 empty:hidden lg:grid-cols-2">
        <AttentionList dashboard={data} hasQueue={hasQueue} />
        {data.activity && <Activity entries={data.activity} />}
      </div>
      <LevelTable
        levels={data.levels}
        page={data.page}
        year={data.year}
        years={[...new Set(data.participation.map(({ year }) => year))]}
        onChange={(change) =>
          navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })
        }
      />
      <ParticipationFigures
        years={data.participation}
        organisations={data.organisations}
        year={data.year}
      />
      <Distribution distribution={data.distribution} levels={data.levels} />
    </>
  )
}

/** God-admins may review too, but it isn't their first task. */
function hasReviewQueue(user: User, isPlatform: boolean) {
  return isPlatform && isAuditor(user) && can(user, 'certify-assessments')
}

function hasFirstSteps(user: User, isPlatform: boolean) {
  return !isPlatform && can(user, 'invite-users')
}
