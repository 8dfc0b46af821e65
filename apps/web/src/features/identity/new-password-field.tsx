import { plural } from 'rules/plural'
import { useQuery } from '@tanstack/react-query'
import { type PasswordOwner, wordsOfOwner } from 'contract/guessable'
import type { ComponentProps } from 'react'
import { useTenant } from '#core/tenant.ts'
import { PasswordField } from '#ui/password-field.tsx'

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  typed: string
  person: Omit<PasswordOwner, 'tenant'>
}

export function NewPasswordField({ typed, person, ...field }: NewPasswordFieldProps) {
  const hint = strengthOf(typed, useGuessable(typed, person))
  return <PasswordField {...field} hint={hint} autoComplete="new-password" />
}

/** Whether the server would refuse the password. Loads the estimator once it is long enough. */
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
    estimator.isGuessable(typed, wordsOfOwner({ ...person, tenant }))
  )
}

const LEAST = 12
const STRONG = 16

/** Only the server knows common and breached passwords. */
export function strengthOf(password: string, isGuessable: boolean): string {
  const { length } = password
  if (length === 0)
    return 'At least 12 characters. Four unrelated words are strong and easy to remember.'
  if (length < LEAST)
    return plural(LEAST - length, {
      one: '# more character needed.',
      other: '# more characters needed.',
    })
  if (isGuessable) return 'That password is easy to guess. Try four unrelated words.'
  return length < STRONG
    ? 'Long enough. A password with 16 or more characters is stronger.'
    : 'Strong password.'
}
