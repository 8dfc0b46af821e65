import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK, Field, type FieldFrame } from '#ui/field.tsx'

export interface TextAreaProps extends FieldFrame, ComponentProps<'textarea'> {
  /** Shows a counter. Text beyond the limit isn't cut off. */
  limit?: number | undefined
  fieldClassName?: string | undefined
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isOptional, isLabelHidden, fieldClassName, ...rest } = props
  const { limit, className, id, onInput, ...area } = rest
  const frame = useRef<HTMLDivElement>(null)
  const [typedLength, setTypedLength] = useState(0)
  // A form library writes its default value straight into the element.
  useEffect(() => setTypedLength(frame.current?.querySelector('textarea')?.value.length ?? 0), [])
  const length = typeof area.value === 'string' ? area.value.length : typedLength
  return (
    <div ref={frame} className={cn('min-w-0', fieldClassName)}>
      <Field
        {...{ label, hint, error, isOptional, isLabelHidden, id }}
        aside={limit !== undefined && <Counter length={length} limit={limit} />}
      >
        {(control) => (
          <textarea
            rows={4}
            {...area}
            {...control}
            onInput={(event) => {
              setTypedLength(event.currentTarget.value.length)
              onInput?.(event)
            }}
            className={cn(CONTROL_LOOK, 'min-h-24 resize-y py-2.5', className)}
          />
        )}
      </Field>
    </div>
  )
}

function Counter({ length, limit }: { length: number; limit: number }) {
  return (
    <span
      className={cn(
        'ml-auto shrink-0 text-13 text-muted-foreground tabular-nums',
        length > limit && 'font-medium text-destructive-ink',
      )}
    >
      {length.toLocaleString('en-GB')} of {limit.toLocaleString('en-GB')}
    </span>
  )
}
