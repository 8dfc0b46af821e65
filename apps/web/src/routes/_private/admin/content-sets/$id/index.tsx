import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { lenient, oneOf, wholeNumber } from '#core/lenient.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { ACTIONS } from '#features/content/builder-search.ts'
import { Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { lazyPart } from '#core/lazy-part.ts'

/** The search of `/admin/content-sets/{id}`. */
export const Route = createFileRoute('/_private/admin/content-sets/$id/')({
  validateSearch: lenient({
    action: oneOf(ACTIONS),
    actionableId: wholeNumber(1),
    elementId: wholeNumber(1),
  }),
  // Always refetch, because another author may have saved.
  loader: async ({ params, context: { queryClient }, cause }) => {
    const query = api.contentSets.get.query({ params: { id: idIn(params.id) } })
    const set = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => {
      // An open builder stays open, because it offers the texts that can't be saved any more.
      const known = cause === 'stay' ? queryClient.getQueryData(query.queryKey) : undefined
      return known ?? toNotFound(error)
    })
    return { set, title: isolated(set.head.title || 'Untitled') }
  },
  // The builder keeps the open content set up to date.
  shouldReload: false,
  gcTime: 0,
  head: ({ loaderData }) => ({
    meta: [{ title: loaderData?.title ?? 'Content set' }],
  }),
  component: ContentSetPage,
  notFoundComponent: lazyRouteComponent(
    () => import('#features/content/deleted-draft.tsx'),
    'DeletedDraft',
  ),
})

function ContentSetPage() {
  const { set } = Route.useLoaderData()
  return (
    <Suspense fallback={<SkeletonRows label="Opening the content set" count={6} />}>
      <Screen key={set.id} set={set} />
    </Suspense>
  )
}

// The builder is large, so it loads after the page.
const Screen = lazyPart(
  () => import('#features/assessments/preview/builder-with-preview.tsx'),
  'BuilderWithPreview',
)
