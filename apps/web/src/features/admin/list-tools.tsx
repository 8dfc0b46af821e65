import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fetchFile } from '#core/fetch-file.ts'
import { showToast } from '#core/toast.ts'
import { IconButton } from '#ui/button.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

export type ExportFormat = 'csv' | 'xlsx'
export type ListExport = (format: ExportFormat, init: { signal: AbortSignal }) => Promise<File>

interface ListToolsProps {
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
  onHide: (keys: string[]) => void
  /** How it is sorted, when no head shows it. */
  hiddenSort: string | undefined
  /** The whole list as it is filtered and sorted now, not only this page. */
  onExport?: ListExport | undefined
  formats?: readonly ExportFormat[] | undefined
}

/** Which columns the list shows, and the list as a file. */
export function ListTools(props: ListToolsProps) {
  const { columns, hidden, onHide, hiddenSort, onExport, formats } = props
  // The first column names the row: it stays.
  const options = columns.slice(1).map(({ key, label }) => ({ value: key, label }))
  const keys = options.map(({ value }) => value)
  return (
    <>
      {hiddenSort && (
        <p className="self-center text-14 text-muted-foreground max-lg:hidden">
          Sorted by {hiddenSort}
        </p>
      )}
      <div className="max-lg:hidden">
        <FilterMenu
          label="Columns"
          isMany
          isCountHidden
          options={options}
          chosen={keys.filter((key) => !hidden.includes(key))}
          onChoose={(chosen) => onHide(keys.filter((key) => !chosen.includes(key)))}
        />
      </div>
      {onExport && <ExportMenu onExport={onExport} formats={formats} />}
    </>
  )
}

const ALL: readonly ExportFormat[] = ['xlsx', 'csv']
const FORMATS = { xlsx: 'Workbook (XLSX)', csv: 'CSV' }

interface ExportMenuProps {
  onExport: ListExport
  formats: readonly ExportFormat[] | undefined
}

function ExportMenu({ onExport, formats = ALL }: ExportMenuProps) {
  const download = useMutation({
    mutationFn: (format: ExportFormat) => fetchFile((init) => onExport(format, init)),
    onError: ({ message }) =>
      showToast({
        variant: 'destructive',
        title: 'The list could not be downloaded',
        description: message,
      }),
  })
  return (
    <Menu
      trigger={
        <IconButton
          variant="outline"
          label="Download the list"
          icon={<Download />}
          isLoading={download.isPending}
        />
      }
    >
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => download.mutate(format)}>
          {FORMATS[format]}
        </MenuItem>
      ))}
    </Menu>
  )
}
