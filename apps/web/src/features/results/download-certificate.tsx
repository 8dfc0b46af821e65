import { Download } from 'lucide-react'
import { api } from '#core/api.ts'
import { useDownload } from '#features/certification/use-download.ts'
import { Button } from '#ui/button.tsx'

/** A certificate is the organisation's: whoever sees it here may hand it on. */
export function DownloadCertificate(params: { id: number; certificationId: number }) {
  const download = useDownload((init) => api.person.certificationPdf.call({ params }, init))
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
