import { Fragment, useState, type ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'
import { Field, type FieldFrame } from '#ui/field.tsx'

export interface CodeFieldProps
  extends FieldFrame, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'maxLength'> {
  value: string
  onValueChange: (digits: string) => void
  onComplete?: ((digits: string) => void) | undefined
}

const LENGTH = 6

/** One input that looks like six cells, so that paste, autofill and screen readers work as usual. */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, error, isOptional, isLabelHidden, ...rest } = props
  const { value, onValueChange, onComplete, id, ...input } = rest
  const [isFocused, setFocused] = useState(false)

  function change(typed: string) {
    const digits = typed.replace(/\D/g, '').slice(0, LENGTH)
    onValueChange(digits)
    if (digits.length === LENGTH && digits !== value) onComplete?.(digits)
  }

  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }}>
      {(control) => (
        <span className="relative block">
          <span aria-hidden="true" className="flex items-center gap-1.5 sm:gap-2.5">
            {Array.from({ length: LENGTH }, (_, place) => (
              <Fragment key={place}>
                {place === LENGTH / 2 && <span className="text-muted-foreground">–</span>}
                <Cell
                  digit={value[place]}
                  isInvalid={error !== undefined}
                  isNext={isFocused && place === Math.min(value.length, LENGTH - 1)}
                />
              </Fragment>
            ))}
          </span>
          <input
            inputMode="numeric"
            autoComplete="one-time-code"
            {...input}
            {...control}
            value={value}
            onChange={(event) => change(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            className="absolute inset-0 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
          />
        </span>
      )}
    </Field>
  )
}

interface CellProps {
  digit: string | undefined
  isNext: boolean
  isInvalid: boolean
}

function Cell({ digit, isNext, isInvalid }: CellProps) {
  return (
    <span
      className={cn(
        'grid h-16 min-w-0 flex-1 place-items-center rounded-md border border-input bg-card text-28 font-semibold tabular-nums',
        isInvalid && 'border-2 border-destructive',
        isNext && 'outline-[2.5px] outline-offset-2 outline-ring',
      )}
    >
      {digit ?? (isNext && <span className="h-7 w-0.5 bg-foreground" />)}
    </span>
  )
}
