import { z } from 'zod'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

export function StepField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Code from your app or a recovery code"
      autoComplete="one-time-code"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
    />
  )
}

/** The schema of the field; only the server can check the code. */
export function typedStep(isNeeded: boolean) {
  return isNeeded
    ? z.string().trim().min(1, 'Enter a code from your app or a recovery code')
    : z.string()
}
