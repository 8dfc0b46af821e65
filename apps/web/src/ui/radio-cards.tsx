import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { cn } from '#ui/cn.ts'
import { FieldError } from '#ui/field.tsx'

export interface RadioCardsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; hint: string }[]
  /** Empty: none is chosen yet. */
  value: Value | ''
  error?: string | undefined
  /** One below the other, for long hints in a dialog. */
  isColumn?: boolean
  onValueChange: (value: Value) => void
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, options, value, error, isColumn, onValueChange } = props
  const id = useId()
  return (
    <div className="min-w-0">
      <p id={id} className="mb-1.5 text-15 font-medium in-[.dense]:text-14">
        {label}
      </p>
      <RadioGroup.Root
        aria-labelledby={id}
        aria-describedby={error && `${id}-error`}
        aria-invalid={error ? true : undefined}
        value={value}
        onValueChange={(chosen) => {
          const option = options.find((one) => one.value === chosen)
          if (option) onValueChange(option.value)
        }}
        className={cn(
          'grid gap-3',
          !isColumn && (options.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'),
        )}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className={cn(
              'group flex items-start gap-3 rounded-md border border-input bg-card px-4 py-3 text-left transition-colors duration-120 hover:border-muted-foreground',
              'data-[state=checked]:border-foreground data-[state=checked]:shadow-[inset_0_0_0_1px_var(--foreground)]',
            )}
          >
            <span
              aria-hidden="true"
              className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-input group-data-[state=checked]:border-foreground"
            >
              <RadioGroup.Indicator className="size-2.5 rounded-full bg-foreground" />
            </span>
            <span className="min-w-0">
              <span className="block text-15 font-medium">{option.label}</span>
              <span className="block text-14 text-muted-foreground">{option.hint}</span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {error && (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
