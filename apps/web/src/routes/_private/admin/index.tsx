import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { FIRST_PAGE, LAST_PAGE } from 'contract/list-sizes'
import type { User } from 'contract/account'
import { api } from '#core/api.ts'
import { can, isAuditor } from '#core/can.ts'
import { lenient, someText, wholeNumber } from '#core/lenient.ts'
import { PageHead } from '#ui/page.tsx'
import { AttentionList } from '#features/insight/dashboard/attention-list.tsx'
import { Distribution } from '#features/insight/dashboard/distribution.tsx'
import { Figures } from '#features/insight/dashboard/figures.tsx'
import { LevelTable } from '#features/insight/dashboard/level-table.tsx'
import { ParticipationFigures } from '#features/insight/dashboard/participation-figures.tsx'
import { StartCard, startQuery } from '#features/insight/start-card.tsx'
import { ReviewQueue, reviewQueueQuery } from '#features/insight/dashboard/review-queue.tsx'
import { tenantQuery, useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import type { AuditEntry } from 'contract/audit'
import { auditLabel } from 'contract/audit-labels'
import { affectedName, doneWithoutUser } from 'contract/audit-names'
import { formatMoment, formatRecent } from '#core/time.ts'
import { Section } from '#ui/section.tsx'

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
      <Figures figures={data.figures} year={data.year} />
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

function Activity({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Section
      isRuled
      className="min-w-0"
      title="Recent activity"
      aside={
        <Link to="/admin/audit" className="link hit-44 text-14">
          View audit log
        </Link>
      }
    >
      {entries.length === 0 && (
        <p className="py-4 text-14 text-subtle-foreground">
          No changes yet. Sign-ins are in the audit log.
        </p>
      )}
      <ul>
        {entries.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </Section>
  )
}

function ActivityRow({ entry }: { entry: AuditEntry }) {
  const { action, actor, about, tenant, at } = entry
  const doer = actor === null ? doneWithoutUser(entry) : actor.name
  const affected = actor && about?.id === actor.id ? undefined : affectedName(entry)
  return (
    <li className="flex items-center justify-between gap-4 border-b py-2.5">
      <div className="min-w-0">
        <p className="truncate text-14 font-medium">
          <span>{affected === undefined ? auditLabel(action) : `${auditLabel(action)}: `}</span>
          {affected !== undefined && (
            <bdi translate="no" className="font-normal">
              {affected}
            </bdi>
          )}
        </p>
        <p className="truncate text-13 text-muted-foreground">
          {doer !== null && <span translate={actor ? 'no' : undefined}>{`${doer}, `}</span>}
          <span translate="no">{tenant.name}</span>
        </p>
      </div>
      <time
        dateTime={at}
        title={formatMoment(at)}
        className="shrink-0 text-13 text-muted-foreground"
      >
        {formatRecent(at)}
      </time>
    </li>
  )
}
