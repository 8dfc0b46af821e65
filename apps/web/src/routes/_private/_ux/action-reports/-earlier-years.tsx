import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'

export function EarlierYears({ years }: { years: number[] }) {
  if (years.length === 0) return null
  return (
    <section aria-labelledby="earlier-years" className="mt-10">
      <h2 id="earlier-years" className="text-18 font-semibold">
        Earlier years
      </h2>
      <ul className="mt-2 divide-y border-y">
        {years.map((year) => (
          <li key={year}>
            <Link
              to="/action-reports"
              search={(before) => ({ ...before, year })}
              className="flex min-h-12 items-center gap-3 text-15 font-medium text-primary-text hover:underline"
            >
              <History aria-hidden="true" className="size-4.5 stroke-[1.75]" />
              Reports for {year}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
