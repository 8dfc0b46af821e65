import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { SharedAssessment } from 'contract/shared-assessments'
import { Plus, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isolated } from '#core/isolated.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { useTenant } from '#core/tenant.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { type ChoiceFilter, organisationFilter } from '#features/lists/filter-field.tsx'
import type { ListSearch } from '#features/lists/list-search.ts'
import { requireSharedReader } from '#features/identity/session/session-guards.ts'
import { sharedColumns } from '#features/assessments/shared/shared-columns.tsx'
import { sharedQuery } from '#features/assessments/shared/shared-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'

const CreateDialog = lazyPart(
  () => import('#features/assessments/shared/create-dialog.tsx'),
  'CreateDialog',
)

const readSearch = lenient({ year: wholeNumber(2000, 2100), tenant_id: wholeNumber(1) })

export const Route = createFileRoute('/_private/admin/shared-assessments/')({
  validateSearch: readSearch,
  beforeLoad: ({ context }) => requireSharedReader(context),
  loader: ({ context }) => context.queryClient.ensureQueryData(sharedQuery),
  head: () => ({ meta: [{ title: 'Shared assessments' }] }),
  component: SharedAssessmentsPage,
})

function SharedAssessmentsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const isPlatform = useTenant().is_platform
  const { data, refetch, isFetching } = useSuspenseQuery(sharedQuery)
  const [isOpen, setOpen] = useState(false)
  const rows = data.rows.filter(
    ({ year, tenant }) =>
      (search.year ?? year) === year && (search.tenant_id ?? tenant.id) === tenant.id,
  )
  const create = !isPlatform && (
    <Button icon={<Plus />} onClick={() => setOpen(true)}>
      New shared assessment
    </Button>
  )
  return (
    <>
      <PageHead
        title="Shared assessments"
        meta="Assessments that colleagues answer together"
        actions={data.rows.length > 0 && create}
      />
      <DataTable<SharedAssessment, ListSearch & typeof search>
        answer={{ ...data, rows, total: rows.length, has_more_than_total: false }}
        isBehind={false}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        search={search}
        onSearch={({ year, tenant_id }) => navigate({ search: { year, tenant_id } })}
        name="shared-assessments"
        noun="shared assessments"
        isWhole
        columns={sharedColumns(isPlatform)}
        rowKey={({ id }) => id}
        rowLabel={({ title, year }) => `${isolated(title)} ${year}`}
        filters={filtersOf(data.rows, isPlatform)}
        empty={
          <EmptyState icon={<UsersRound />} title="No shared assessments yet" action={create}>
            {isPlatform
              ? 'Shared assessments appear here after organisations create them.'
              : 'In a shared assessment, an owner and colleagues answer together and get one result.'}
          </EmptyState>
        }
      />
      <Suspense>
        {isOpen && (
          <CreateDialog years={data.rows.map(({ year }) => year)} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}

/** Only what there is something to choose from. */
function filtersOf(rows: readonly SharedAssessment[], isPlatform: boolean) {
  const tenants = [...new Map(rows.map(({ tenant }) => [tenant.id, tenant])).values()]
  const years = [...new Set(rows.map(({ year }) => year))]
  const year: ChoiceFilter = {
    kind: 'choice',
    key: 'year',
    label: 'Year',
    options: years.map((one) => ({ value: String(one), label: String(one) })),
  }
  return [isPlatform && tenants.length > 1 && organisationFilter(tenants), years.length > 1 && year]
}
