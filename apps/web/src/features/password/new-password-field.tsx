import type { ComponentProps } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { strengthOf } from './strength.ts'

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** What is typed so far. */
  typed: string
}

/** A password to be: says while one types how strong it is. */
export function NewPasswordField({ typed, ...field }: NewPasswordFieldProps) {
  return <PasswordField {...field} hint={strengthOf(typed)} autoComplete="new-password" />
}
