import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { FieldError } from '#ui/field.tsx'

export interface RadioGroupProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'name'> {
  legend: ReactNode
  name: string
  options: readonly { value: string; label: ReactNode; hint?: ReactNode }[]
  /** Leave out when a form library holds the value. */
  value?: string | undefined
  error?: string | undefined
  layout?: keyof typeof LAYOUTS | undefined
  isLegendHidden?: boolean | undefined
}

const LAYOUTS = {
  column: { group: 'flex-col', option: 'py-2.5' },
  row: { group: 'flex-row flex-wrap gap-x-6', option: 'py-2.5' },
  cards: {
    group: 'flex-col gap-3 pt-1 sm:flex-row',
    option:
      'flex-1 rounded-md border border-input bg-card p-3.5 has-checked:border-foreground has-checked:shadow-[inset_0_0_0_1px_var(--foreground)]',
  },
} as const

export function RadioGroup(props: RadioGroupProps) {
  const {
    legend,
    options,
    value,
    error,
    layout = 'column',
    isLegendHidden,
    className,
    ...input
  } = props
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={cn('mb-1 text-15 font-medium', isLegendHidden && 'sr-only')}>
        {legend}
      </legend>
      <div className={cn('flex', LAYOUTS[layout].group)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cn('flex min-h-11 cursor-pointer gap-3', LAYOUTS[layout].option)}
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              {...(value === undefined ? {} : { checked: value === option.value })}
              className="size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-input bg-card transition-shadow duration-120 checked:border-2 checked:border-foreground checked:bg-foreground checked:shadow-[inset_0_0_0_3.5px_var(--card)] disabled:cursor-not-allowed disabled:border-dashed"
            />
            <span className="min-w-0 text-control">
              {option.label}
              {option.hint && (
                <span className="block text-13 text-muted-foreground">{option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
