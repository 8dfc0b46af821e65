import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import type { EditionInHistory } from 'contract/editions'
import { api } from '#core/api.ts'
import { lenient, oneOf, wholeNumber } from '#core/lenient.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { EditionComparison } from '#features/content/publish/edition-comparison.tsx'
import { CHANGE_KINDS } from '#features/content/publish/change-kinds.ts'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { PageHead } from '#ui/page.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { buttonLook } from '#ui/button.tsx'

export const Route = createFileRoute('/_private/admin/content-sets/$id_/compare')({
  validateSearch: lenient({
    /** The id of the earlier edition; without one, the edition before. */
    with: wholeNumber(1),
    show: oneOf(CHANGE_KINDS),
  }),
  loader: ({ context: { queryClient }, params: { id } }) =>
    Promise.all([
      queryClient.ensureQueryData(api.contentSets.get.query({ params: { id: idIn(id) } })),
      queryClient.fetchQuery({
        ...api.editions.history.query({ params: { id: idIn(id) } }),
        staleTime: 0,
      }),
    ]).catch(toNotFound),
  head: () => ({ meta: [{ title: 'Compare versions' }] }),
  component: ComparePage,
})

function ComparePage() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: set } = useSuspenseQuery(api.contentSets.get.query({ params: { id: idIn(id) } }))
  const { versions } = useSuspenseQuery(
    api.editions.history.query({ params: { id: idIn(id) } }),
  ).data
  const newer = versions.find((one) => one.id === set.id)
  const earlier = versions.filter(({ version }) => version < set.version)
  const older = earlier.find((one) => one.id === search.with) ?? earlier[0]
  const options = (editions: readonly EditionInHistory[]) =>
    editions.map((one) => ({ value: String(one.id), label: editionText(one) }))
  return (
    <>
      <PageHead
        title={<ContentText language={set.head.language}>{titleOf(set.head)}</ContentText>}
        meta="Compare versions"
        actions={
          <Link to="/admin/content-sets/$id" params={{ id }} className={buttonLook('outline')}>
            {`Open version ${set.version}`}
          </Link>
        }
      />
      {older && newer ? (
        <>
          <div className="mb-6 flex flex-wrap gap-4">
            <SelectField
              label="From"
              options={options(earlier)}
              value={String(older.id)}
              onChange={({ target }) =>
                void navigate({ search: { ...search, with: Number(target.value) }, replace: true })
              }
              fieldClassName="w-60 max-w-full"
            />
            <SelectField
              label="To"
              options={options(versions.slice(0, -1))}
              value={String(newer.id)}
              onChange={({ target }) =>
                void navigate({ params: { id: target.value }, search, replace: true })
              }
              fieldClassName="w-60 max-w-full"
            />
          </div>
          <EditionComparison
            key={`${older.id} ${newer.id}`}
            older={older}
            newer={newer}
            show={search.show}
            onShow={(show) => void navigate({ search: { ...search, show }, replace: true })}
          />
        </>
      ) : (
        <EmptyState title="Nothing to compare">
          This is the first version of the content set.
        </EmptyState>
      )}
    </>
  )
}

function editionText({ version, status }: EditionInHistory) {
  return `Version ${version}, ${status}`
}
