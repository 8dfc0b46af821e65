import type { RequiredConfirmation } from 'contract/confirm-owner'
import { ApiError } from '#core/api-error.ts'

export type Askable = Exclude<RequiredConfirmation, 'too-old'>

export interface Confirmation {
  password: string
  code?: string
  recovery_code?: string
}

/** Codes from the app have only digits, recovery codes have letters. */
export function stepOf(typed: string): Omit<Confirmation, 'password'> {
  return /^[\d\s]*$/.test(typed) ? { code: typed } : { recovery_code: typed }
}

export function onlyNeeded(confirmation: Confirmation, needs: Askable): Partial<Confirmation> {
  if (needs === 'nothing') return {}
  return needs === 'password' ? { password: confirmation.password } : confirmation
}

export function stepErrorOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  return error.fields.code ?? error.fields.recovery_code
}
