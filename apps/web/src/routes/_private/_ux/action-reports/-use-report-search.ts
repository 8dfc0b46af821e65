import { getRouteApi } from '@tanstack/react-router'
import type { ReportSearch } from '#features/reports/report-search.ts'

const route = getRouteApi('/_private/_ux/action-reports/$reportId')

/** What the reader has chosen, kept in the address without a step in the history for each choice. */
export function useReportSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (choice: ReportSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...choice }),
      replace: true,
      resetScroll: false,
    })
  return [search, change] as const
}
