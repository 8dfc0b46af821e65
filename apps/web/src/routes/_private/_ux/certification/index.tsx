import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { CertificationError } from '#features/certification/certification-error.tsx'
import { readReportsSearch } from '#features/reports/report-search.ts'
import { LazyReportSkeleton } from '#features/reports/lazy-report-skeleton.tsx'
import { YearWithoutReports } from '#features/reports/year-without-reports.tsx'
import { Page, PageHead } from '#ui/page.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { CertificateList } from './-certificate-list.tsx'

const overviewOf = (year: number | undefined) =>
  api.assessments.overview.query({ query: { year, type: 'certification' } })

export const Route = createFileRoute('/_private/_ux/certification/')({
  validateSearch: readReportsSearch,
  loaderDeps: ({ search: { year } }) => ({ year }),
  loader: ({ context: { queryClient }, deps: { year } }) =>
    Promise.all([
      queryClient.ensureQueryData(api.certifications.list.query()),
      queryClient.ensureQueryData(overviewOf(year)),
    ]),
  head: () => ({ meta: [{ title: 'Certification' }] }),
  component: CertificationsPage,
  errorComponent: CertificationError,
  pendingComponent: LazyReportSkeleton,
})

function CertificationsPage() {
  const { year: asked } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data: overview } = useSuspenseQuery(overviewOf(asked))
  const { rows } = useSuspenseQuery(api.certifications.list.query()).data
  const { year } = overview
  const years = [...new Set([...overview.years, ...rows.map((row) => row.year)])]
  const ofYear = rows.filter((row) => row.year === year)
  const earlier = rows.filter((row) => row.year < year)
  return (
    <Page>
      <PageHead
        overline={overview.content_set?.title}
        title="Certification"
        actions={
          <SelectField
            label="Year"
            isLabelHidden
            fieldClassName="min-w-26"
            value={year}
            options={years
              .sort((a, b) => b - a)
              .map((each) => ({ value: String(each), label: String(each) }))}
            onChange={({ target }) => void navigate({ search: { year: Number(target.value) } })}
          />
        }
      />
      {ofYear.length > 0 ? (
        <CertificateList label={`Certificates of ${year}`} rows={ofYear} />
      ) : (
        <YearWithoutReports overview={overview} />
      )}
      {earlier.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-18 font-semibold">Earlier years</h2>
          <CertificateList label="Certificates of earlier years" rows={earlier} isQuiet />
        </section>
      )}
    </Page>
  )
}
