import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK, Field, type FieldFrame } from '#ui/field.tsx'

interface Option {
  value: string
  label: string
  /** Of a content set's text, for the shapes of its letters. */
  language?: string | null | undefined
  isDisabled?: boolean | undefined
}

interface OptionGroup {
  label: string
  options: readonly Option[]
}

export interface SelectFieldProps extends FieldFrame, ComponentProps<'select'> {
  options: readonly (Option | OptionGroup)[]
  placeholder?: string | undefined
  fieldClassName?: string | undefined
}

/** A native select, so that phones and screen readers show their usual list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, isOptional, isLabelHidden, fieldClassName, ...rest } = props
  const { options, placeholder, className, id, ...select } = rest
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }} className={fieldClassName}>
      {(control) => (
        <span className="relative flex items-center">
          <select
            {...select}
            {...control}
            className={cn(CONTROL_LOOK, 'h-control appearance-none pr-10', className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(optionOf)}
          </select>
          <ChevronDown className="pointer-events-none absolute right-3.5 size-4.5 stroke-[1.75] text-muted-foreground" />
        </span>
      )}
    </Field>
  )
}

function optionOf(one: Option | OptionGroup) {
  if ('options' in one)
    return (
      <optgroup key={one.label} label={one.label}>
        {one.options.map(optionOf)}
      </optgroup>
    )
  return (
    <option
      key={one.value}
      value={one.value}
      lang={one.language ?? undefined}
      disabled={one.isDisabled}
    >
      {one.label}
    </option>
  )
}
