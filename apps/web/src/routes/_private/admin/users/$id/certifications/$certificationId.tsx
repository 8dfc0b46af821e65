import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { CertificationFacts } from '#features/insight/results/certification-facts.tsx'
import { CertifiedTable } from '#features/insight/results/certified-table.tsx'
import { NoCertifications } from '#features/insight/results/no-results.tsx'
import { Revocation } from '#features/insight/results/revocation.tsx'
import { userDetailsQuery } from '#features/people/users/user-query.ts'
import { Download } from 'lucide-react'
import { useDownload } from '#support/use-download.ts'
import { Button } from '#ui/button.tsx'

export const Route = createFileRoute('/_private/admin/users/$id/certifications/$certificationId')({
  staleTime: 0,
  loader: async ({ context, params }) => {
    // A load error shows the same as none, also for invalid ids.
    try {
      const query = api.userResults.certification.query({
        params: { id: idIn(params.id), certificationId: idIn(params.certificationId) },
      })
      return await context.queryClient.fetchQuery({ ...query, retry: false, staleTime: 0 })
    } catch {
      return null
    }
  },
  component: Certificate,
})

function Certificate() {
  const answer = Route.useLoaderData()
  const { id } = Route.useParams()
  const { tenant } = useSuspenseQuery(userDetailsQuery(id)).data
  if (answer === null) return <NoCertifications />
  const { certification, report, verify_url: verifyUrl } = answer
  return (
    <>
      <CertificationFacts certification={certification} report={report} verifyUrl={verifyUrl}>
        {certification.status === 'valid' && (
          <DownloadCertificate id={idIn(id)} certificationId={certification.id} />
        )}
      </CertificationFacts>
      <CertifiedTable report={report} />
      {certification.status !== 'revoked' && tenant.status !== 'moving' && (
        <Revocation certification={certification} />
      )}
    </>
  )
}

function DownloadCertificate(params: { id: number; certificationId: number }) {
  const download = useDownload((init) => api.userResults.certificationPdf.call({ params }, init))
  return (
    <Button
      variant="outline"
      icon={<Download />}
      isLoading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download certificate
    </Button>
  )
}
