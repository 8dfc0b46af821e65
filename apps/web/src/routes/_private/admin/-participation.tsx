import type { Dashboard } from 'contract/dashboard'
import { DashboardSection } from './-dashboard-section.tsx'

/** How many began and finished in each year: bars with their numbers beside them. */
export function Participation({ years }: { years: Dashboard['participation'] }) {
  const most = Math.max(1, ...years.map(({ started }) => started))
  if (years.length === 0) return null
  return (
    <DashboardSection title="Participation">
      <table className="w-full text-14">
        <thead className="text-13 text-muted-foreground">
          <tr className="border-b">
            <th scope="col" className="w-14 py-2 text-left font-medium">
              Year
            </th>
            <th scope="col">
              <span className="sr-only">Share</span>
            </th>
            <th scope="col" className="w-20 py-2 text-right font-medium">
              Begun
            </th>
            <th scope="col" className="w-24 py-2 text-right font-medium">
              Completed
            </th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, started, completed }) => (
            <tr key={year} className="h-11 border-b tabular-nums">
              <th scope="row" className="text-left font-medium">
                {year}
              </th>
              <td className="px-2" aria-hidden="true">
                <Bar began={started / most} finished={completed / most} />
              </td>
              <td className="text-right">{started.toLocaleString('en-GB')}</td>
              <td className="text-right">{completed.toLocaleString('en-GB')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </DashboardSection>
  )
}

function Bar({ began, finished }: { began: number; finished: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2.5 w-full">
      <rect width={began * 100} height="8" className="fill-track" />
      <rect width={finished * 100} height="8" className="fill-foreground" />
    </svg>
  )
}
