import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

interface SectionProps {
  id: string
  title: ReactNode
  level?: 'h2' | 'h3'
  titleClassName?: string
  className?: string
  children: ReactNode
}

/** A part of a page under its own heading, which names it. */
export function Section(props: SectionProps) {
  const { id, title, level: Heading = 'h2', titleClassName, className, children } = props
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={cn('text-18 font-semibold', titleClassName)}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
