import { z } from 'zod'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

export function StepField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Code from your app, or a recovery code"
      autoComplete="one-time-code"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
    />
  )
}

/** The step field of a form; the server knows which codes are right. */
export function typedStep(isNeeded: boolean) {
  return isNeeded
    ? z.string().trim().min(1, 'Enter a code from your app, or a recovery code')
    : z.string()
}
