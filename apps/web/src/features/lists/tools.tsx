import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '#core/files.ts'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'
import { failureToast } from '#core/toast.ts'
import { IconButton } from '#ui/button.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { listed, type Listed, type ListSearch } from './list-search.ts'

type Export<Search extends ListSearch> = (
  query: Listed<Omit<Search, 'page' | 'limit'>>,
  init: { signal: AbortSignal },
) => Promise<File>

export interface ListExports<Search extends ListSearch> {
  csv: Export<Search>
  xlsx?: Export<Search>
}

interface ToolsProps<Search extends ListSearch> {
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
  onHide: (keys: string[]) => void
  /** The label of the sorting if its column is hidden. */
  hiddenSort: string | undefined
  exports: ListExports<Search> | undefined
  search: Search
}

export function Tools<Search extends ListSearch>(props: ToolsProps<Search>) {
  const { columns, hidden, onHide, hiddenSort } = props
  const options = columns.slice(1).map(({ key, label }) => ({ value: key, label }))
  const keys = options.map(({ value }) => value)
  return (
    <>
      {hiddenSort && (
        <p className="self-center text-14 text-muted-foreground max-lg:hidden">
          {`Sorted by ${hiddenSort}`}
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
      {props.exports && <ExportMenu {...props.exports} search={props.search} />}
    </>
  )
}

type ExportMenuProps<Search extends ListSearch> = ListExports<Search> & { search: Search }

function ExportMenu<Search extends ListSearch>({ csv, xlsx, search }: ExportMenuProps<Search>) {
  const download = useMutation({
    mutationFn: (fetch: Export<Search>) => {
      const { page: _page, limit: _limit, ...filter } = search
      return fetchFile((init) => fetch(listed(filter), init))
    },
    onError: failureToast('The list could not be downloaded'),
  })
  return (
    <Menu
      trigger={
        <IconButton
          variant="outline"
          label="Download list"
          icon={<Download />}
          isLoading={download.isPending}
        />
      }
    >
      {xlsx && <MenuItem onSelect={() => download.mutate(xlsx)}>Workbook (XLSX)</MenuItem>}
      <MenuItem onSelect={() => download.mutate(csv)}>CSV</MenuItem>
    </Menu>
  )
}

export function useHiddenColumns(list: string) {
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenOf(stored()[list]))
  function hide(keys: string[]) {
    setHidden(keys)
    storeQuietly(localStorage, localKeys.columns, JSON.stringify({ ...stored(), [list]: keys }))
  }
  return [hidden, hide] as const
}

function hiddenOf(value: unknown) {
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []
}

function stored(): Record<string, unknown> {
  try {
    return { ...(JSON.parse(localStorage.getItem(localKeys.columns) ?? '{}') as object) }
  } catch {
    return {}
  }
}
