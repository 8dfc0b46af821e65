import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, oneOf, wholeNumber } from '#core/lenient.ts'
import { idIn } from '#core/route-id.ts'
import { toNotFound } from '#features/admin/to-not-found.ts'
import { Builder } from '#features/content/lazy-builder.tsx'
import { ACTIONS } from '#features/content/builder-search.ts'

/** The specification, section 2: the search of `/admin/content-sets/{id}`. */
export const Route = createFileRoute('/_private/admin/content-sets/$id/')({
  validateSearch: lenient({
    action: oneOf(ACTIONS),
    actionableId: wholeNumber(1),
    elementId: wholeNumber(1),
  }),
  // Always as it is now: another author may have saved since.
  loader: ({ params, context }) =>
    context.queryClient
      .fetchQuery({
        ...api.contentSets.get.query({ params: { id: idIn(params.id) } }),
        staleTime: 0,
      })
      .catch(toNotFound),
  // What is open is kept up to date by the builder itself; who comes back sees what is there then.
  shouldReload: false,
  gcTime: 0,
  head: ({ loaderData }) => ({
    meta: [{ title: loaderData ? loaderData.head.title || 'Untitled' : 'Content set' }],
  }),
  component: ContentSetPage,
  notFoundComponent: lazyRouteComponent(
    () => import('#features/content/no-content-set.tsx'),
    'NoContentSet',
  ),
})

function ContentSetPage() {
  const set = Route.useLoaderData()
  return <Builder set={set} />
}
