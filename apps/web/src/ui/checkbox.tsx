import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { FieldError } from '#ui/field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isLabelHidden?: boolean | undefined
}

/** For consent and multiple choice. Use a Switch for a setting that takes effect immediately. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, error, isLabelHidden, className, ...input } = props
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 in-[.dense]:min-h-9 in-[.dense]:py-1.5 has-disabled:cursor-not-allowed">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy || undefined}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[6px] border border-input bg-card transition-colors duration-120 checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:border-dashed disabled:bg-muted aria-invalid:border-2 aria-invalid:border-destructive"
          />
          <Check className="pointer-events-none relative size-4.5 stroke-[2.25] text-primary-foreground opacity-0 peer-checked:opacity-100 peer-disabled:text-muted-foreground" />
        </span>
        <span className={cn('min-w-0 text-control wrap-anywhere', isLabelHidden && 'sr-only')}>
          {label}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-2 pl-9 text-13 text-muted-foreground">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
