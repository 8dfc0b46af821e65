import type { NeededProof } from 'contract/proof'
import { ApiError } from '#core/api-error.ts'

export type Askable = Exclude<NeededProof, 'too-old'>

export interface Proof {
  password: string
  code?: string
  recovery_code?: string
}

/** Codes from the app have only digits, recovery codes have letters. */
export function stepOf(typed: string): Omit<Proof, 'password'> {
  return /^[\d\s]*$/.test(typed) ? { code: typed } : { recovery_code: typed }
}

export function onlyNeeded(proof: Proof, needs: Askable): Partial<Proof> {
  if (needs === 'nothing') return {}
  return needs === 'password' ? { password: proof.password } : proof
}

export function stepErrorOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  return error.fields.code ?? error.fields.recovery_code
}
