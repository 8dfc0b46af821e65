import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, Printer, Ellipsis } from 'lucide-react'
import { failureToast } from '#core/toast.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useIsOwnReport } from './report-context.tsx'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { useReportPdf } from './use-pdf.ts'

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
  const download = useMutation({
    mutationFn: (format: ReportFormat) =>
      fetchFile((init) => api.reports[format].call({ params: { id } }, init)),
    onError: failureToast('The file could not be downloaded'),
  })
  const pdf = useReportPdf((init) => api.reports.pdf.call({ params: { id } }, init))
  const isLoading = (format: ReportFormat) => download.isPending && download.variables === format
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
      <Menu
        trigger={
          <IconButton
            variant="outline"
            label="Download actions"
            icon={<Ellipsis />}
            isLoading={isLoading('xlsx') || isLoading('csv')}
          />
        }
      >
        <MenuItem icon={<FileSpreadsheet />} onSelect={() => download.mutate('xlsx')}>
          Download actions as XLSX
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => download.mutate('csv')}>
          Download actions as CSV
        </MenuItem>
      </Menu>
    </>
  )
}

type ReportFormat = 'xlsx' | 'csv'
