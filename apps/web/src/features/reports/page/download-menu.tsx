import { useMutation } from '@tanstack/react-query'
import { Ellipsis, FileSpreadsheet, FileText, FileType } from 'lucide-react'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { failureToast } from '#core/toast.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

type ReportFormat = 'docx' | 'xlsx' | 'csv'

/** The formats of a report other than PDF. */
export function DownloadMenu({ id }: { id: number }) {
  const download = useMutation({
    mutationFn: (format: ReportFormat) =>
      fetchFile((init) => api.reports[format].call({ params: { id } }, init)),
    onError: failureToast('The file could not be downloaded'),
  })
  return (
    <Menu
      trigger={
        <IconButton
          variant="outline"
          label="More downloads"
          icon={<Ellipsis />}
          isLoading={download.isPending}
        />
      }
    >
      <MenuItem icon={<FileType />} onSelect={() => download.mutate('docx')}>
        Download as Word
      </MenuItem>
      <MenuItem icon={<FileSpreadsheet />} onSelect={() => download.mutate('xlsx')}>
        Download actions as XLSX
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => download.mutate('csv')}>
        Download actions as CSV
      </MenuItem>
    </Menu>
  )
}
