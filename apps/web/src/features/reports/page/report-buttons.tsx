import { Download, Ellipsis, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { useIsOwnReport } from './report-context.tsx'
import { useReportPdf } from '#features/reports/use-report-pdf.ts'

// Menus are larger than the rest of the page.
const DownloadMenu = lazyPart(() => import('./download-menu.tsx'), 'DownloadMenu')

export function ReportButtons({ id }: { id: number }) {
  const isOwn = useIsOwnReport()
  return (
    <div
      data-print="hide"
      className="report-buttons flex flex-wrap gap-3 max-md:mt-5 md:mb-6 md:self-end"
    >
      <Button
        variant="outline"
        icon={<Printer />}
        className="max-md:flex-auto max-[359px]:[&_svg]:hidden"
        onClick={() => window.print()}
      >
        Print
      </Button>
      {isOwn && <Downloads id={id} />}
    </div>
  )
}

function Downloads({ id }: { id: number }) {
  const pdf = useReportPdf((init) => api.reports.pdf.call({ params: { id } }, init))
  return (
    <>
      <Button
        icon={<Download />}
        isLoading={pdf.isPending}
        className="whitespace-nowrap max-md:order-first max-md:flex-auto max-[359px]:[&_svg]:hidden"
        onClick={() => pdf.mutate()}
      >
        Download PDF
      </Button>
      <Suspense
        fallback={
          <IconButton variant="outline" label="More downloads" icon={<Ellipsis />} disabled />
        }
      >
        <DownloadMenu id={id} />
      </Suspense>
    </>
  )
}
