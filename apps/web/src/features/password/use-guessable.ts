import { useQuery } from '@tanstack/react-query'
import { type PasswordOwner, wordsAround } from 'contract/guessable'
import { useTenant } from '#features/session/tenant.ts'
import { LEAST } from './strength.ts'

/** Whether the server would refuse what is typed; the estimator is fetched once it is long enough. */
export function useGuessable(typed: string, person: Omit<PasswordOwner, 'tenant'>): boolean {
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
