import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { Player } from '#features/assessments/player/player.tsx'
import { preferencesQuery } from '#features/assessments/steps/preferences-query.ts'
import { LazyPlayerSkeleton } from '#features/assessments/player/lazy-player-skeleton.tsx'
import { useOutboxState } from '#features/assessments/outbox/use-outbox.ts'
import { useUser } from '#core/user.ts'
import { LazyUserCorner } from '#features/frames/lazy-user-corner.tsx'
import { RouteError } from '#support/route-error.tsx'
import { SiteFrame } from '#features/frames/site-frame.tsx'

const readSearch = lenient({ elementId: wholeNumber(1) })

export const Route = createFileRoute('/_private/_ux/assessment/$id/')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { elementId } }) => ({ elementId }),
  loader: async ({ context, params: { id }, deps: { elementId } }) => {
    if (elementId === undefined) throw redirect({ to: '/' })
    const quiz = api.assessments.quiz.query({ params: { id: idIn(id), elementId } })
    await Promise.all([
      context.queryClient.ensureQueryData(quiz).catch(toNotFound),
      context.queryClient.prefetchQuery(preferencesQuery),
    ])
    return { elementId }
  },
  head: () => ({ meta: [{ title: 'Assessment' }] }),
  component: AssessmentPage,
  pendingComponent: LazyPlayerSkeleton,
  errorComponent: AssessmentError,
})

function AssessmentPage() {
  const { id } = Route.useParams()
  const { elementId } = Route.useLoaderData()
  const query = api.assessments.quiz.query({ params: { id: idIn(id), elementId } })
  const { data } = useSuspenseQuery(query)
  const user = useUser()
  // Unsent answers on this device determine where to continue.
  if (!useOutboxState().isLoaded) return <LazyPlayerSkeleton />
  return (
    <Suspense fallback={<LazyPlayerSkeleton />}>
      <Player
        key={`${id} ${elementId}`}
        quiz={data}
        mode="new"
        corner={<LazyUserCorner user={user} />}
      />
    </Suspense>
  )
}

function AssessmentError(props: ErrorComponentProps) {
  return (
    <SiteFrame>
      <RouteError {...props} />
    </SiteFrame>
  )
}
