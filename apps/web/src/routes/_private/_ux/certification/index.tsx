import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { BadgeCheck } from 'lucide-react'
import { titleWithScope } from 'rules/scope'
import { api } from '#core/api.ts'
import {
  validFirst,
  yearsToChoose,
} from '#features/certification/certificates/certificate-years.ts'
import { CertificationBadge } from '#features/certification/certification-badge.tsx'
import { CertificationError } from '#features/reports/report-error.tsx'
import { formatDay, statusText } from '#features/certification/status-labels.ts'
import { YearSelect } from '#features/certification/certificates/year-select.tsx'
import { SetTitle } from '#features/assessments/set-title.tsx'
import { readReportsSearch } from '#features/reports/report-search.ts'
import { NoReports } from '#features/reports/no-reports.tsx'
import { buttonLook } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Page, PageHead, Panel } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'

type Search = Pick<ReturnType<typeof readReportsSearch>, 'year' | 'set' | 'whose'>

const overviewOf = ({ year, set, whose }: Search) =>
  api.assessments.overview.query({ query: { year, set, whose, type: 'certification' } })

export const Route = createFileRoute('/_private/_ux/certification/')({
  validateSearch: readReportsSearch,
  loaderDeps: ({ search: { year, set, whose } }) => ({ year, set, whose }),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(api.certifications.list.query()),
      queryClient.ensureQueryData(overviewOf(deps)),
    ]),
  head: () => ({ meta: [{ title: 'Certification' }] }),
  component: CertificationsPage,
  errorComponent: CertificationError,
})

function CertificationsPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data: overview } = useSuspenseQuery(overviewOf(search))
  const { rows } = useSuspenseQuery(api.certifications.list.query()).data
  const { year, set } = overview
  const sorted = validFirst(rows)
  const ofYear = sorted.filter((row) => row.year === year && (set === null || row.set === set))
  const others = sorted.filter((row) => !ofYear.includes(row))
  const isOtherYear = others.every((row) => row.year !== year)
  return (
    <Page>
      <PageHead
        overline={overview.content_set && <SetTitle overview={overview} />}
        title="Certification"
        actions={
          <YearSelect
            year={year}
            years={yearsToChoose(rows, overview)}
            onChoose={(chosen) => void navigate({ search: { ...search, year: chosen } })}
          />
        }
      />
      {ofYear.length > 0 ? (
        <CertificateList label={`Certificates for ${year}`} rows={ofYear} />
      ) : (
        <NoReports overview={overview} />
      )}
      {others.length > 0 && (
        <Section
          id="other-years"
          title={isOtherYear ? 'Other years' : 'Other certificates'}
          titleClassName="mb-3"
          className="mt-10"
        >
          <CertificateList
            label={isOtherYear ? 'Certificates for other years' : 'Other certificates'}
            rows={others}
            isQuiet
          />
        </Section>
      )}
    </Page>
  )
}

interface CertificateListProps {
  label: string
  rows: CertificationSummary[]
  isQuiet?: boolean
}

function CertificateList({ label, rows, isQuiet = false }: CertificateListProps) {
  return (
    <Panel>
      <ul aria-label={label} className="divide-y">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
            <BadgeCheck className="size-6 shrink-0 stroke-[1.5] text-subtle-foreground" />
            <div className="min-w-52 flex-1">
              <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-16 font-medium wrap-anywhere">
                <RowTitle row={row} hasYear={isQuiet} />
                <CertificationBadge {...row} />
              </h3>
              <p className="text-14 text-muted-foreground">{rowText(row)}</p>
            </div>
            <Link
              to="/certification/$certificationId"
              params={{ certificationId: String(row.id) }}
              className={buttonLook(row.status === 'valid' && !isQuiet ? 'primary' : 'outline')}
            >
              View certificate<span className="sr-only"> for {row.year}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RowTitle({ row, hasYear }: { row: CertificationSummary; hasYear: boolean }) {
  const { title, scope, year, band, language } = row
  return (
    <span>
      <ContentText language={language}>{titleWithScope(title, scope)}</ContentText>
      {hasYear && ` ${year}`}
      {band !== null && (
        <>
          : <ContentText language={language}>{band}</ContentText>
        </>
      )}
    </span>
  )
}

function rowText(row: CertificationSummary) {
  const text = `${row.number}. ${statusText(row)}`
  return row.status === 'valid' ? `${text}, valid until ${formatDay(row.valid_until)}` : text
}
