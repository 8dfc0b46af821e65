import { type ReactNode, useId } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { ErrorCount } from '#support/error-count.tsx'
import { Button } from '#ui/button.tsx'

interface SaveRowProps {
  label: string
  isSaving: boolean
  errors: FieldErrors
  isSubmitted: boolean
}

interface SectionProps {
  title: string
  /** Emails lead here: `/settings#emails`. */
  anchor?: string
  meta?: ReactNode
  children?: ReactNode
}

export function SettingsSection({ title, anchor, meta, children }: SectionProps) {
  const id = useId()
  return (
    <section
      id={anchor}
      ref={showIfNamed}
      aria-labelledby={id}
      className="scroll-mt-16 border-t py-8"
    >
      <h2 id={id} className="text-21 font-semibold">
        {title}
      </h2>
      {meta && <p className="mt-1 measure text-15 text-muted-foreground">{meta}</p>}
      {children && <div className="mt-5 space-y-5">{children}</div>}
    </section>
  )
}

/** The section loads after the page, too late for the browser to find it. */
function showIfNamed(section: HTMLElement | null) {
  if (section?.id && location.hash === `#${section.id}`) section.scrollIntoView()
}

export function SaveRow({ label, isSaving, errors, isSubmitted }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant="outline" isLoading={isSaving}>
        {isSaving ? 'Saving' : label}
      </Button>
      <ErrorCount errors={errors} isShown={isSubmitted} />
    </div>
  )
}
