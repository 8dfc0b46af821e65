import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { requireGodLevel } from '#features/identity/session/session-guards.ts'
import { TemplateCopies } from '#features/content/exchange/template-copies.tsx'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { ContentText } from '#ui/content-text.tsx'
import { PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/admin/content-sets/$id_/copies')({
  beforeLoad: ({ context }) => requireGodLevel(context),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [set] = await Promise.all([
      queryClient.ensureQueryData(api.contentSets.get.query({ params: { id: idIn(id) } })),
      queryClient.fetchQuery({
        ...api.editions.copies.query({ params: { id: idIn(id) } }),
        staleTime: 0,
      }),
    ]).catch(toNotFound)
    if (!set.tenant.is_platform) throw notFound()
  },
  head: () => ({ meta: [{ title: 'Copies' }] }),
  component: CopiesPage,
})

function CopiesPage() {
  const { id } = Route.useParams()
  const { data: set } = useSuspenseQuery(api.contentSets.get.query({ params: { id: idIn(id) } }))
  const { data } = useSuspenseQuery(api.editions.copies.query({ params: { id: idIn(id) } }))
  return (
    <>
      <PageHead
        title={<ContentText language={set.head.language}>{titleOf(set.head)}</ContentText>}
        meta="See which version of this template each organisation’s copy is based on. Organisations can edit their copies."
      />
      <TemplateCopies set={set} newest={data.version} copies={data.copies} />
    </>
  )
}
