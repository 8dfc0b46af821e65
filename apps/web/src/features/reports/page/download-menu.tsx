import { useMutation } from '@tanstack/react-query'
import { Ellipsis, FileSpreadsheet, FileText, FileType } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { failureToast } from '#core/toast.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

type Fetch = Parameters<typeof fetchFile>[0]

/** The formats of a report other than PDF. */
export function DownloadMenu({ id }: { id: number }) {
  const download = useDownloads()
  const fetchAs = (format: 'docx' | 'xlsx' | 'csv') => () =>
    download.mutate((init) => api.reports[format].call({ params: { id } }, init))
  return (
    <Downloads isLoading={download.isPending} onWord={fetchAs('docx')} onWorkbook={fetchAs('xlsx')}>
      <MenuItem icon={<FileText />} onSelect={fetchAs('csv')}>
        Download actions as CSV
      </MenuItem>
    </Downloads>
  )
}

/** The formats of a certification report other than PDF. */
export function CertifiedMenu({ id }: { id: number }) {
  const download = useDownloads()
  const fetchAs = (format: 'docx' | 'xlsx') => () =>
    download.mutate((init) => api.certifications.reportFile.call({ params: { id, format } }, init))
  return (
    <Downloads
      isLoading={download.isPending}
      onWord={fetchAs('docx')}
      onWorkbook={fetchAs('xlsx')}
    />
  )
}

function useDownloads() {
  return useMutation({
    mutationFn: (fetch: Fetch) => fetchFile(fetch),
    onError: failureToast('The file could not be downloaded'),
  })
}

type DownloadsProps = {
  isLoading: boolean
  onWord: () => void
  onWorkbook: () => void
  children?: ReactNode
}

function Downloads({ isLoading, onWord, onWorkbook, children }: DownloadsProps) {
  return (
    <Menu
      trigger={
        <IconButton
          variant="outline"
          label="More downloads"
          icon={<Ellipsis />}
          isLoading={isLoading}
        />
      }
    >
      <MenuItem icon={<FileType />} onSelect={onWord}>
        Download as Word
      </MenuItem>
      <MenuItem icon={<FileSpreadsheet />} onSelect={onWorkbook}>
        Download as XLSX
      </MenuItem>
      {children}
    </Menu>
  )
}
