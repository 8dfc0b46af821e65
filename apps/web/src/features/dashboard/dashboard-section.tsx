import { useId, type ReactNode } from 'react'

interface DashboardSectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

export function DashboardSection({ title, aside, children }: DashboardSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-3 border-b pb-2.5">
        <h2 id={id} className="text-18 font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
