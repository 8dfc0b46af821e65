import { Outlet, createFileRoute, useMatches, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { requireReady } from '#features/identity/session/session-guards.ts'
import { SiteFrame } from '#features/frames/site-frame.tsx'
import { preloadToaster } from '#support/lazy-toaster.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import { useStore } from 'zustand'
import { lazyPart } from '#core/lazy-part.ts'
import { api } from '#core/api.ts'
import { isDemanded } from '#support/use-go-on.ts'
import type { SavedState } from '#features/assessments/outbox/outbox-state.ts'
import { NextStepNotice, nextStepQuery } from '#features/home/next-step-notice.tsx'
import { isLost } from '#features/assessments/outbox/outbox-change.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'

const LostAnswers = lazyPart(
  () => import('#features/assessments/outbox/lost-answers.tsx'),
  'LostAnswers',
)

export const Route = createFileRoute('/_private/_ux')({
  beforeLoad: ({ context, location }) => requireReady(context, location),
  // Known before the page shows, so that nothing moves. The player has no room for it.
  loader: ({ context: { queryClient, user }, location: { pathname } }) =>
    user.tc_accepted && !user.mfa_setup_required && !pathname.startsWith('/assessment/')
      ? queryClient.prefetchQuery(nextStepQuery)
      : undefined,
  component: UserArea,
})

function UserArea() {
  useEffect(preloadToaster, [])
  // By the page that shows: the location already names the next one, and another frame would drop what is pending.
  const isAssessment = useMatches({
    select: (matches) => matches.some(({ pathname }) => pathname.startsWith('/assessment/')),
  })
  useFreshAnswers(isAssessment)
  if (isAssessment) return <Outlet />
  return (
    <SiteFrame>
      <NextStepNotice />
      <Lost />
      <Outlet />
    </SiteFrame>
  )
}

function Lost() {
  const hasLost = useStore(useOutbox().state, ({ changes }) => changes.some(isLost))
  return <Suspense>{hasLost && <LostAnswers />}</Suspense>
}

/**
 * Sends waiting answers from every page and then updates the overview, but not behind an assessment: nothing is
 * loaded while answering. If the server demands something first, such as accepting new terms, the route guards lead
 * there.
 */
function useFreshAnswers(isAssessment: boolean) {
  const { state } = useOutbox()
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const lead = async () => (await isDemanded(queryClient)) && router.invalidate()
    return state.subscribe((now, before) => {
      if (now.isBlocked && !before.isBlocked) void lead()
      const { progress } = now.saved
      if (progress && progress !== before.saved.progress) showProgress(queryClient, progress)
      if (now.phase === before.phase || now.phase !== 'idle') return
      void queryClient.invalidateQueries({
        queryKey: api.assessments.overview.key,
        refetchType: isAssessment ? 'none' : 'active',
      })
    })
  }, [state, queryClient, router, isAssessment])
}

/** In the list of elements beside each statement. */
function showProgress(
  queryClient: QueryClient,
  { assessmentId, element }: NonNullable<SavedState['progress']>,
) {
  queryClient.setQueriesData<Quiz>({ queryKey: api.assessments.quiz.key }, (quiz) => {
    if (quiz?.assessment.id !== assessmentId) return quiz
    const elements = quiz.elements.map((one) =>
      one.id === element.id ? { ...one, ...element } : one,
    )
    return { ...quiz, elements }
  })
}
