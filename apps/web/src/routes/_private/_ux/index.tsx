import { scaleOf } from 'rules/scores'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import { ANSWERED_STATES } from 'contract/enumerations'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { failureToast } from '#core/toast.ts'
import {
  clearCompletedElements,
  useCompletedElements,
} from '#features/assessments/completed-element.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { MarkedForLater } from '#features/assessments/marked-for-later.tsx'
import { NewEdition } from '#features/assessments/edition/new-edition.tsx'
import { Legend } from '#features/charts/legend.tsx'
import { Wheel } from '#features/charts/wheel/wheel.tsx'
import { readReportsSearch } from '#features/reports/report-search.ts'
import { RouteError } from '#support/route-error.tsx'
import { ContentLanguage } from '#ui/content-text.tsx'
import { Page } from '#ui/page.tsx'
import { AboutContentSet } from '#features/content/about-content-set.tsx'
import { AskedOfYou } from '#features/home/asked-of-you.tsx'
import { DueLine } from '#features/home/due-line.tsx'
import { ElementList } from '#features/home/element-list.tsx'
import { NextStep } from '#features/home/next-step.tsx'
import { NoContentSet } from '#features/home/no-content-set.tsx'
import { OverviewHead } from '#features/home/overview-head.tsx'
import { overviewProfile } from '#features/home/overview-profile.ts'
import { OverviewReports } from '#features/home/overview-reports.tsx'
import { PlanCard } from '#features/home/plan-card.tsx'
import { type ScopeChoice, ScopeDialog } from '#features/assessments/scope/scope-dialog.tsx'
import { ScopeLine } from '#features/assessments/scope/scope-line.tsx'
import { TeamLine } from '#features/home/team-line.tsx'
import { OverviewSkeleton } from '#features/home/overview-skeleton.tsx'

const CertificationOverview = lazyPart(
  () => import('#features/home/submission/certification-overview.tsx'),
  'CertificationOverview',
)

const Approval = lazyPart(() => import('#features/home/submission/approval.tsx'), 'Approval')

const POLL_MS = 2000

export const Route = createFileRoute('/_private/_ux/')({
  validateSearch: readReportsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.ensureQueryData(api.assessments.overview.query({ query: deps })),
  head: () => ({ meta: [{ title: 'Overview' }] }),
  component: OverviewPage,
  pendingComponent: OverviewSkeleton,
  errorComponent: OverviewError,
})

/** God-admins have no private area, so they see no content set. */
function OverviewError(props: ErrorComponentProps) {
  if (!hasCode(props.error, 'forbidden')) return <RouteError {...props} />
  return (
    <Page>
      <NoContentSet headingLevel={1} />
    </Page>
  )
}

function OverviewPage() {
  const query = Route.useSearch()
  const { data: overview } = useSuspenseQuery({
    ...api.assessments.overview.query({ query }),
    refetchInterval: ({ state }) => state.data?.is_report_pending && POLL_MS,
  })
  return (
    <ContentLanguage of={overview.content_set?.language}>
      <Page>
        <OverviewHead overview={overview} />
        {overview.content_set === null ? <NoContentSet /> : <OverviewContent overview={overview} />}
      </Page>
    </ContentLanguage>
  )
}

function OverviewContent({ overview }: { overview: Overview }) {
  const router = useRouter()
  const start = useStart(overview)
  const [startAt, choosing] = useStartAt(overview, start)
  const [highlighted, setHighlighted] = useState<number | null>(null)
  const completedIds = useCompletedElements((state) => state.ids)
  useEffect(() => clearCompletedElements, [])
  const profile = overviewProfile(overview)
  const scale = overview.content_set && scaleOf(overview.content_set)
  const common = { highlighted, onHighlight: setHighlighted, completedIds }
  return (
    <>
      <TeamLine overview={overview} />
      <ScopeLine overview={overview} />
      {choosing}
      <NewEdition overview={overview} className="mb-8" />
      <AboutContentSet overview={overview} />
      {overview.due_on !== null && <DueLine overview={overview} dueOn={overview.due_on} />}
      <div className="grid gap-8 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_34.25rem] xl:gap-4">
        <div className="max-lg:order-2">
          <Wheel
            {...common}
            elements={profile}
            scale={scale}
            onNavigate={(to) => router.history.push(to)}
          />
          <Legend
            signs={
              profile.some(({ certified }) => certified !== null) ? [...SIGNS, 'certified'] : SIGNS
            }
            hasLevels={scale !== null}
            className="mt-6 max-md:grid max-md:grid-cols-2 md:justify-center"
          />
        </div>
        <div className="flex flex-col gap-8 max-lg:contents">
          {isBeingAnswered(overview) && (
            <NextStep
              overview={overview}
              starting={start.isPending ? (start.variables.from ? 'copy' : 'empty') : null}
              onStart={(elementId, from) =>
                from === undefined ? startAt(elementId) : start.mutate({ elementId, from })
              }
              onSubmit={(from) => start.mutate({ from })}
            />
          )}
          <AskedOfYou overview={overview} />
          <MarkedForLater
            statements={overview.marked}
            elements={overview.elements}
            assessmentId={overview.assessment?.id ?? 0}
          />
          <ToSubmit overview={overview} />
          <div className="max-lg:order-3">
            <ElementList
              {...common}
              overview={overview}
              profile={profile}
              scale={scale}
              onStart={startAt}
            />
          </div>
        </div>
      </div>
      <PlanCard overview={overview} />
      <OverviewReports overview={overview} />
    </>
  )
}

/** Only the owner submits a shared assessment, once its approver has approved it. */
function ToSubmit({ overview }: { overview: Overview }) {
  const { type, shared } = overview
  if (type !== 'certification') return null
  return (
    <Suspense>
      {shared === null || shared.role === 'owner' ? (
        <CertificationOverview overview={overview} />
      ) : (
        shared.approver && <Approval overview={overview} />
      )}
    </Suspense>
  )
}

const SIGNS = ['current', 'future', 'gap', 'answered'] as const

/** The next step of an answered certification is to submit it. */
function isBeingAnswered({ type, assessment, shared }: Overview) {
  const isAnswered = ANSWERED_STATES.some((status) => status === assessment?.status)
  return shared?.role !== 'viewer' && (type !== 'certification' || !isAnswered)
}

/** Of a set with levels or profiles one chooses first. */
function useStartAt(
  { scope, assessment }: Overview,
  start: ReturnType<typeof useStart>,
): [startAt: (elementId: number) => void, choosing: ReactNode] {
  const [elementId, setElementId] = useState<number | null>(null)
  // A node of release 0.2 sends no scope.
  if (!scope || assessment !== null) return [(id) => start.mutate({ elementId: id }), null]
  if (elementId === null) return [setElementId, null]
  const dialog = (
    <ScopeDialog
      scope={scope}
      title="What applies to you?"
      action="Start"
      isBusy={start.isPending}
      onClose={() => setElementId(null)}
      onChoose={(choice) => start.mutate({ elementId, choice })}
    />
  )
  return [setElementId, dialog]
}

type Start = { elementId?: number; from?: number | undefined; choice?: ScopeChoice }

function useStart(overview: Overview) {
  const { year, type, set } = overview
  const { whose } = choiceOf(overview)
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  /** Without a choice the page knows which elements are asked. */
  async function firstAsked(wanted: number | undefined) {
    const query = { year, type, set: set ?? undefined, whose }
    const { elements, next } = await api.assessments.overview.call({ query })
    return elements.some(({ id }) => id === wanted) ? wanted : next?.element_id
  }
  return useMutation({
    mutationFn: ({ from, choice }: Start) =>
      from === undefined
        ? api.assessments.open.call({
            body: { year, type, set: set ?? undefined, whose, ...choice },
          })
        : api.outlines.startCertification.call({ params: { id: from } }),
    onSuccess: async ({ id }, { choice, ...rest }) => {
      const elementId = choice ? await firstAsked(rest.elementId) : rest.elementId
      const search = { year, type: 'certification' as const, set: set ?? undefined, whose }
      await (elementId === undefined
        ? navigate({ to: '/', search })
        : navigate({ to: '/assessment/$id', params: { id: String(id) }, search: { elementId } }))
      // With the new overview the busy button would be a link, so only now.
      await queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    },
    onError: failureToast('The assessment could not be started'),
  })
}
