import type { ReactNode } from 'react'
import { Mark } from '#ui/marks.tsx'

/** The specification, section 2: the same for action and for certification reports. */
export function NoReports({ children }: { children?: ReactNode }) {
  return (
    <section className="mx-auto flex max-w-[620px] flex-col items-center py-10 text-center md:py-16">
      <RouteAhead />
      <h2 className="mt-9 text-26 font-semibold">No Reports Available</h2>
      <p className="mt-3 text-16 text-subtle-foreground md:text-18">
        There are no reports available for this year. Please complete all required elements to
        enable report generation. Once finalised, the reports will be ready for your review.
      </p>
      {children}
    </section>
  )
}

export function LoadingReport() {
  return (
    <div role="status" className="mx-auto flex flex-col items-center py-16 text-center">
      <RouteAhead />
      <p className="mt-9 text-18 font-medium">Loading your report, please wait...</p>
    </div>
  )
}

function RouteAhead() {
  return (
    <div aria-hidden="true" className="relative h-20 w-44 [--mark-surface:var(--background)]">
      <svg viewBox="0 0 176 80" className="absolute inset-0 overflow-visible">
        <g className="fill-none stroke-input" strokeWidth="3" strokeLinecap="round">
          <path d="M10 67C48 67 36 33 64 33" />
          <path d="M82 32C108 30 106 16 134 16" strokeDasharray="0 8.6" strokeWidth="3.6" />
          <circle cx="72" cy="33" r="6.6" />
        </g>
      </svg>
      <Mark kind="current" size={11.5} className="absolute top-[50px] -left-[7px]" />
      <Mark kind="future" size={13} className="absolute -top-[4px] left-[139px]" />
    </div>
  )
}
