import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { Certification } from 'contract/certifications'
import { Download, Ellipsis, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { Certificate } from '#features/certification/certificates/certificate.tsx'
import {
  onlyOfYear,
  yearsToChoose,
} from '#features/certification/certificates/certificate-years.ts'
import { YearSelect } from '#features/certification/certificates/year-select.tsx'
import { CertificationError } from '#features/reports/report-error.tsx'
import { CertifiedResults } from '#features/certification/certificates/certified-results.tsx'
import { useReportPdf } from '#features/reports/use-report-pdf.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { InReportLanguage } from '#features/reports/report-language.tsx'
import { Page, PageHead } from '#ui/page.tsx'
import { StandaloneElements } from '#features/reports/elements/report-elements.tsx'

// Menus are larger than the rest of the page.
const CertifiedMenu = lazyPart(
  () => import('#features/reports/page/download-menu.tsx'),
  'CertifiedMenu',
)

const assessmentYears = ({ certification: { set } }: Certification) =>
  api.reports.list.query({ query: { type: 'certification', set } })

export const Route = createFileRoute('/_private/_ux/certification/$certificationId')({
  loader: ({ context: { queryClient }, params }) =>
    queryClient
      .ensureQueryData(
        api.certifications.get.query({ params: { id: idIn(params.certificationId) } }),
      )
      .then((data) => queryClient.ensureQueryData(assessmentYears(data)))
      .catch(toNotFound),
  head: () => ({ meta: [{ title: 'Certification report' }] }),
  component: CertificationPage,
  errorComponent: CertificationError,
})

function CertificationPage() {
  const { certificationId } = Route.useParams()
  const { data } = useSuspenseQuery(
    api.certifications.get.query({ params: { id: idIn(certificationId) } }),
  )
  return (
    <Page className="print:p-0">
      <InReportLanguage snapshot={data.report}>
        <PageHead
          overline={<ContentText>{data.report.content_set.title}</ContentText>}
          title={`Certification report ${data.certification.year}`}
          actions={<Actions data={data} />}
        />
        <Certificate data={data} />
        <CertifiedResults snapshot={data.report} />
        <div className="mt-10">
          <StandaloneElements key={data.certification.id} snapshot={data.report} />
        </div>
      </InReportLanguage>
    </Page>
  )
}

function Actions({ data }: { data: Certification }) {
  const { certification, others } = data
  const navigate = useNavigate()
  const { id, set, status } = certification
  const download = useReportPdf((init) =>
    api.certifications.reportPdf.call({ params: { id } }, init),
  )
  const { years } = useSuspenseQuery(assessmentYears(data)).data
  const ofSet = [certification, ...others].filter((each) => each.set === set)
  function openYear(year: number) {
    const only = onlyOfYear(ofSet, year)
    if (only === null) return void navigate({ to: '/certification', search: { year, set } })
    const params = { certificationId: String(only) }
    return void navigate({ to: '/certification/$certificationId', params })
  }
  return (
    <div data-print="hide" className="flex flex-wrap gap-3">
      <YearSelect
        year={certification.year}
        years={yearsToChoose(ofSet, { set, years })}
        onChoose={openYear}
      />
      <Button variant="outline" icon={<Printer />} onClick={() => window.print()}>
        Print
      </Button>
      {status === 'valid' && (
        <>
          <Button
            variant="outline"
            icon={<Download />}
            isLoading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download PDF
          </Button>
          <Suspense
            fallback={
              <IconButton variant="outline" label="More downloads" icon={<Ellipsis />} disabled />
            }
          >
            <CertifiedMenu id={id} />
          </Suspense>
        </>
      )}
    </div>
  )
}
