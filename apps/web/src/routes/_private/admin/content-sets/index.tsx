import { LISTED_STATUSES } from 'contract/enumerations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { LibraryBig, Plus, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatNumber, plural } from 'rules/plural'
import { can } from '#core/can.ts'
import { lenient, listOf, oneOf, sortOf, wholeNumber } from '#core/lenient.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { searchText } from '#features/lists/list-search.ts'
import { useGrowingList } from '#features/lists/use-list.ts'
import { EditionMenu, useEditionDialog } from '#features/content/publish/edition-menu.tsx'
import { editionOf, titleOf } from '#features/content/publish/edition-labels.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'
import { columnsOf } from '#features/content/sets/columns.tsx'
import { FIRST_ROW, contentSetsQuery } from '#features/content/sets/content-sets-query.ts'
import { useOrganisations } from '#features/content/sets/owner-field.tsx'

const readSearch = lenient({
  title: searchText,
  tenant_id: wholeNumber(1),
  status: listOf(oneOf(LISTED_STATUSES)),
  sort: sortOf(['title', 'status']),
})

const FORMS = { one: '# content set', other: '# content sets' }

export const Route = createFileRoute('/_private/admin/content-sets/')({
  validateSearch: readSearch,
  // Always refetch, because other authors may have saved.
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.fetchInfiniteQuery({
        ...contentSetsQuery(readSearch(location.search)),
        staleTime: 0,
      }),
      queryClient.fetchQuery({ ...api.contentSets.list.query(FIRST_ROW), staleTime: 0 }),
    ]),
  head: () => ({ meta: [{ title: 'Content sets' }] }),
  component: ContentSetsPage,
})

function ContentSetsPage() {
  const { is_platform: isPlatform } = useTenant()
  const mayWrite = can(useUser(), 'create-concept-set-for-company')
  const organisations = useOrganisations()
  const { ask, dialog } = useEditionDialog()
  const list = useGrowingList(Route.useSearch(), Route.useNavigate(), contentSetsQuery, FORMS)
  const { total } = list.answer
  const { data: all } = useSuspenseQuery(api.contentSets.list.query(FIRST_ROW))
  return (
    <>
      <PageHead
        title="Content sets"
        meta={
          total === all.total
            ? plural(total, FORMS)
            : `${formatNumber(total)} of ${plural(all.total, FORMS)}`
        }
        actions={mayWrite && <CreateLink />}
      />
      <DataTable
        {...list}
        name="content-sets"
        noun="content sets"
        columns={columnsOf(isPlatform)}
        rowKey={({ id }) => id}
        rowLabel={(set) => `${titleOf(set)}, version ${set.version}`}
        defaultSort="title.asc"
        filters={[
          { kind: 'text', key: 'title', label: 'Title', icon: <Search /> },
          isPlatform && {
            kind: 'choice',
            key: 'tenant_id',
            label: 'Organisation',
            options: organisations,
          },
          {
            kind: 'choice',
            key: 'status',
            label: 'Status',
            isMany: true,
            options: [
              { value: 'draft', label: 'Draft' },
              { value: 'published', label: 'Published' },
            ],
          },
        ]}
        renderMenu={(set) => <EditionMenu edition={editionOf(set)} onOpenDialog={ask} />}
        empty={
          <EmptyState
            icon={<LibraryBig />}
            title="No content sets yet"
            action={mayWrite && <CreateLink />}
          >
            A content set contains the elements and statements for an assessment, and the text for
            its reports.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}

function CreateLink() {
  return (
    <Link to="/admin/content-sets/create" className={buttonLook()}>
      <Plus />
      Create content set
    </Link>
  )
}
