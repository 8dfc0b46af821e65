import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export interface FieldFrame {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** The field is too narrow for its error. The caller shows the text in an element with the id `…-error`. */
  isErrorApart?: boolean | undefined
  isOptional?: boolean | undefined
  isLabelHidden?: boolean | undefined
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldFrame {
  id?: string | undefined
  className?: string | undefined
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, isOptional, isLabelHidden, ...rest }: FieldProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const errorHere = rest.isErrorApart ? undefined : error
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('flex min-w-0 flex-col', rest.className)}>
      <label
        htmlFor={id}
        className={cn('mb-1.5 text-15 font-medium in-[.dense]:text-14', isLabelHidden && 'sr-only')}
      >
        {label}
        {isOptional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      {rest.children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldFoot errorId={`${id}-error`} error={errorHere} aside={rest.aside} />
    </div>
  )
}

function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div id={id} className="-mt-1 mb-1.5 text-13 wrap-anywhere text-muted-foreground">
      {children}
    </div>
  )
}

interface FieldFootProps {
  errorId: string
  error: string | undefined
  aside: ReactNode
}

function FieldFoot({ errorId, error, aside }: FieldFootProps) {
  if (!error && !aside) return null
  return (
    <div className="mt-1.5 flex items-start justify-between gap-4">
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {aside}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-13 font-medium text-destructive-ink">
      <CircleAlert className="mt-0.5 size-4 shrink-0 stroke-[1.75]" />
      <span>{children}</span>
    </p>
  )
}

export const CONTROL_LOOK =
  'w-full min-w-0 rounded-md border border-input bg-card px-3.5 text-control text-foreground placeholder:text-muted-foreground transition-colors duration-120 hover:border-muted-foreground aria-invalid:border-destructive aria-invalid:shadow-[inset_0_0_0_1px_var(--destructive)] disabled:cursor-not-allowed disabled:border-dashed disabled:bg-muted disabled:text-muted-foreground [&[readonly]]:bg-muted'
