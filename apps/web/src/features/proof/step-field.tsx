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
