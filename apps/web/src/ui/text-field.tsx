import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK, Field, type FieldFrame } from '#ui/field.tsx'

export interface TextFieldProps extends FieldFrame, ComponentProps<'input'> {
  icon?: ReactNode
  end?: ReactNode
  suffix?: string | undefined
  fieldClassName?: string | undefined
}

/** Spread the result of `register`. `className` is for the input, `fieldClassName` for the whole field. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isErrorApart, isOptional, isLabelHidden, ...rest } = props
  const { fieldClassName, icon, end, suffix, className, id, ...input } = rest
  return (
    <Field
      {...{ label, hint, error, isErrorApart, isOptional, isLabelHidden, id }}
      className={fieldClassName}
    >
      {(control) => (
        <span className="relative flex items-center">
          {icon && (
            <span className="pointer-events-none absolute left-3.5 text-muted-foreground [&_svg]:size-4.5 [&_svg]:stroke-[1.75]">
              {icon}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={cn(
              CONTROL_LOOK,
              'h-control',
              icon && 'pl-10.5',
              end && 'pr-12',
              suffix && 'rounded-r-none',
              className,
            )}
          />
          {suffix && (
            <span className="flex h-control shrink-0 items-center rounded-r-md border border-l-0 border-input bg-muted px-3 text-control text-muted-foreground">
              {suffix}
            </span>
          )}
          {end && <span className="absolute right-1 flex items-center">{end}</span>}
        </span>
      )}
    </Field>
  )
}
