import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReportSummary } from 'contract/assessments'
import { type ReactNode, createContext, useContext } from 'react'
import { type ReportSearch, readReportSearch } from '#features/reports/report-search.ts'

/** The user whose report an admin reads; undefined for your own report. */
export const ReportUserId = createContext<number | undefined>(undefined)

export function useIsOwnReport() {
  return useContext(ReportUserId) === undefined
}

interface ReportLinkProps {
  report: ReportSummary
  className: string
  children: ReactNode
}

export function ReportLink({ report: { id, year, type }, ...props }: ReportLinkProps) {
  const userId = useContext(ReportUserId)
  const { set, whose } = readReportSearch(useSearch({ strict: false }))
  const reportId = String(id)
  if (userId === undefined)
    return (
      <Link
        to="/action-reports/$reportId"
        params={{ reportId }}
        search={{ year, type, set, whose }}
        {...props}
      />
    )
  const params = { id: String(userId), reportId }
  return <Link to="/admin/users/$id/reports/$reportId" params={params} {...props} />
}

/** The reader's filters, stored in the address without adding to the history. */
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
