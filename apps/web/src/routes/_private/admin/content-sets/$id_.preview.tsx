import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { ReportPreview } from '#features/reports/report-preview.tsx'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { ContentText } from '#ui/content-text.tsx'
import { PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/admin/content-sets/$id_/preview')({
  validateSearch: lenient({ current: wholeNumber(0, 100), future: wholeNumber(0, 100) }),
  loader: ({ context: { queryClient }, params: { id } }) =>
    queryClient
      .ensureQueryData(api.contentSets.get.query({ params: { id: idIn(id) } }))
      .catch(toNotFound),
  head: () => ({ meta: [{ title: 'Report preview' }] }),
  component: PreviewPage,
})

function PreviewPage() {
  const { id } = Route.useParams()
  const { current = 40, future = 80 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: set } = useSuspenseQuery(api.contentSets.get.query({ params: { id: idIn(id) } }))
  return (
    <>
      <PageHead
        title={<ContentText language={set.head.language}>{titleOf(set.head)}</ContentText>}
        meta={`Report preview of version ${set.version}, with sample answers. Nothing is saved.`}
      />
      <ReportPreview
        set={set}
        levels={{ current, future }}
        onLevels={(levels) => void navigate({ search: levels, replace: true, resetScroll: false })}
      />
    </>
  )
}
