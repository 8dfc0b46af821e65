import { type PasswordOwner, wordsAround } from 'contract/guessable'
import type { ComponentProps } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { strengthOf, LEAST } from './strength.ts'
import { useQuery } from '@tanstack/react-query'
import { useTenant } from '#features/session/tenant.ts'

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

/** Whether the server would refuse what is typed; the estimator is fetched once it is long enough. */
function useGuessable(typed: string, person: Omit<PasswordOwner, 'tenant'>): boolean {
  const tenant = useTenant()
  const { data: estimator } = useQuery({
    queryKey: ['password estimator'],
    queryFn: () => import('./guessable.ts'),
    enabled: typed.length >= LEAST,
    staleTime: Infinity,
    retry: false,
  })
  return (
    typed.length >= LEAST &&
    estimator !== undefined &&
    estimator.isGuessable(typed, wordsAround({ ...person, tenant }))
  )
}
