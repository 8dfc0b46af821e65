import { type ReactNode, useId } from 'react'
import { cn } from '#ui/cn.ts'

interface SectionProps {
  id?: string
  title: ReactNode
  level?: 'h2' | 'h3'
  titleClassName?: string
  /** Draws a line below the title, and `aside` opposite the title. */
  isRuled?: boolean
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Section(props: SectionProps) {
  const ownId = useId()
  const { id = ownId, title, level: Heading = 'h2', titleClassName, className, children } = props
  const heading = (
    <Heading id={id} className={cn('text-18 font-semibold', titleClassName)}>
      {title}
    </Heading>
  )
  return (
    <section aria-labelledby={id} className={className}>
      {props.isRuled ? (
        <div className="flex flex-wrap items-baseline justify-between gap-3 border-b pb-2.5">
          {heading}
          {props.aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}
