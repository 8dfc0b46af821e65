import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

/** For the second step: one field for codes of both kinds. */
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
