import { cleanInside } from 'contract/clean-text'
import { type ComponentProps, type ElementType, useState } from 'react'
import { numberOfText } from 'rules/number-text'
import { MarkdownField } from '#support/markdown-field.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cn } from '#ui/cn.ts'
import { FieldError } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { asText, fieldId, useFieldError, useField, usePlace } from './field-context.tsx'

interface FieldProps {
  field: string
}

type DraftProps<Field extends ElementType> = FieldProps &
  Omit<ComponentProps<Field>, 'value' | 'onChange' | 'error' | 'id' | 'readOnly' | 'options'>

export function DraftText({ field, ...rest }: DraftProps<typeof TextField>) {
  return <TextField dir="auto" {...rest} {...useTextProps(field)} />
}

export function DraftArea({ field, ...rest }: DraftProps<typeof TextArea>) {
  return <TextArea dir="auto" rows={2} {...rest} {...useTextProps(field)} />
}

interface DraftMarkdownProps extends DraftProps<typeof TextArea> {
  /** Drafts have the field only with a text. */
  isLeftOut?: boolean
}

export function DraftMarkdown({ field, isLeftOut = false, ...rest }: DraftMarkdownProps) {
  const props = useTextProps(field, isLeftOut)
  if (props.readOnly) return <TextArea dir="auto" {...rest} {...props} />
  return <MarkdownField dir="auto" rows={6} {...rest} {...props} text={props.value} />
}

function useTextProps(field: string, isLeftOut = false) {
  const { id, value, error, isReadOnly, change } = useField(field)
  return {
    id,
    error,
    readOnly: isReadOnly,
    value: asText(value),
    onChange: ({ target }: { target: { value: string } }) => {
      const text = cleanInside(target.value)
      change(isLeftOut && text === '' ? undefined : text)
    },
  }
}

/** A number field. Invalid input stays in the field with an error; the server keeps the previous value. */
export function DraftNumber({ field, ...rest }: DraftProps<typeof TextField>) {
  const { id, value, error, isReadOnly, change } = useField(field)
  // "1." and "1,0" may be unfinished numbers.
  const [typed, setTyped] = useState<string | null>(null)
  const storedText = typeof value === 'number' ? String(value) : asText(value)
  const isTyped = typed !== null && parseNumber(typed) === (value ?? null)
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      {...{ id, error }}
      readOnly={isReadOnly}
      value={isTyped ? typed : storedText}
      onChange={({ target }) => {
        setTyped(target.value)
        change(parseNumber(target.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

interface DraftCheckProps extends FieldProps {
  label: string
  hint?: string
  /** Drafts have the field only with a tick. */
  isLeftOut?: boolean
}

export function DraftCheck({ field, label, hint, isLeftOut = false }: DraftCheckProps) {
  const { id, value, isReadOnly, change } = useField(field)
  return (
    <Checkbox
      id={id}
      label={
        <>
          {label}
          {hint && <span className="ml-3 text-13 text-muted-foreground">{hint}</span>}
        </>
      }
      checked={value === true}
      disabled={isReadOnly}
      onChange={({ target }) => change(target.checked || (isLeftOut ? undefined : false))}
    />
  )
}

const ONE_TO_FIVE = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))

export function DraftRating({ field, ...rest }: DraftProps<typeof SelectField>) {
  const { id, value, error, isReadOnly, change } = useField(field)
  return (
    <SelectField
      {...rest}
      {...{ id, error }}
      placeholder="–"
      options={ONE_TO_FIVE}
      value={typeof value === 'number' ? String(value) : ''}
      disabled={isReadOnly}
      className="pr-8 pl-2.5"
      onChange={({ target }) => change(target.value === '' ? null : Number(target.value))}
    />
  )
}

interface NumberFaultsProps {
  /** Labels by field name. */
  fields: Readonly<Record<string, string>>
  className?: string
}

export function NumberFaults({ fields, className }: NumberFaultsProps) {
  return (
    <div className={cn('empty:hidden', className)}>
      {Object.entries(fields).map(([field, label]) => (
        <NumberFault key={field} {...{ field, label }} />
      ))}
    </div>
  )
}

function NumberFault({ field, label }: FieldProps & { label: string }) {
  const message = useFieldError(field)
  const place = usePlace()
  if (message === undefined) return null
  return (
    <FieldError>
      {label}: <span id={`${fieldId(place, field)}-error`}>{message}</span>
    </FieldError>
  )
}

export function ListFault({ field }: FieldProps) {
  const message = useFieldError(field)
  const place = usePlace()
  if (message === undefined) return null
  return (
    <div id={fieldId(place, field)} tabIndex={-1} className="my-2">
      <FieldError>{message}</FieldError>
    </div>
  )
}

/** Explains a weight of 0. */
export function NotCounted({ className }: { className?: string }) {
  const { value } = useField('weight')
  if (value !== 0) return null
  return (
    <p className={cn('text-13 text-muted-foreground', className)}>
      An item with a weight of 0 is shown to respondents and in reports but doesn’t count towards
      scores.
    </p>
  )
}

/** Text that is no number is returned unchanged. */
export function parseNumber(text: string): number | string | null {
  return text.trim() === '' ? null : (numberOfText(text) ?? text)
}
