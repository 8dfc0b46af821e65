import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReportSummary } from 'contract/assessments'
import { type ReactNode, createContext, useContext } from 'react'
import { api } from '#core/api.ts'
import { type ReportSearch, readReportSearch } from './report-search.ts'

/** The user whose report an admin reads; undefined for one's own. */
export const ReportPerson = createContext<number | undefined>(undefined)

export function useIsOwnReport() {
  return useContext(ReportPerson) === undefined
}

export function useReadReport() {
  const person = useContext(ReportPerson)
  return (id: number) =>
    person === undefined
      ? api.reports.get.call({ params: { id } })
      : api.userResults.report.call({ params: { id: person, reportId: id } })
}

interface ReportLinkProps {
  report: ReportSummary
  className: string
  children: ReactNode
}

export function ReportLink({ report: { id, year, type }, ...props }: ReportLinkProps) {
  const person = useContext(ReportPerson)
  const reportId = String(id)
  if (person === undefined)
    return (
      <Link
        to="/action-reports/$reportId"
        params={{ reportId }}
        search={{ year, type }}
        {...props}
      />
    )
  const params = { id: String(person), reportId }
  return <Link to="/admin/users/$id/reports/$reportId" params={params} {...props} />
}

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
