import type { PasswordOwner } from 'contract/guessable'
import type { ComponentProps } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { strengthOf } from './strength.ts'
import { useGuessable } from './use-guessable.ts'

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** What is typed so far. */
  typed: string
  /** Whose it is to be. */
  person: Omit<PasswordOwner, 'tenant'>
}

/** A password to be: says while one types how strong it is. */
export function NewPasswordField({ typed, person, ...field }: NewPasswordFieldProps) {
  const hint = strengthOf(typed, useGuessable(typed, person))
  return <PasswordField {...field} hint={hint} autoComplete="new-password" />
}
