import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReportSearch, readReportSearch } from './report-search.ts'

/** The reader's choices, in the address without a history entry for each. */
export function useReportSearch() {
  const search = readReportSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (choice: ReportSearch) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...choice }),
      replace: true,
      resetScroll: false,
    })
  return [search, change] as const
}
