import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  meta?: ReactNode
  children?: ReactNode
}

export function Section({ title, meta, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t py-8">
      <h2 id={id} className="text-21 font-semibold">
        {title}
      </h2>
      {meta && <p className="mt-1 measure text-15 text-muted-foreground">{meta}</p>}
      {children && <div className="mt-5 space-y-5">{children}</div>}
    </section>
  )
}
