import type { MfaSecret } from 'contract/mfa'
import { useState } from 'react'
import { BeginMfa } from './begin-mfa.tsx'
import { ConfirmMfa } from './confirm-mfa.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SetUpMfaProps {
  /** What follows once the recovery codes are kept. */
  doneLabel: string
  onDone: () => void
  /** Where a press opened it, which it can also close: the focus goes on in it. */
  onCancel?: (() => void) | undefined
}

/** Password, authenticator app, recovery codes: it is on before the codes show, and they show once. */
export function SetUpMfa({ doneLabel, onDone, onCancel }: SetUpMfaProps) {
  const [secret, setSecret] = useState<MfaSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} doneLabel={doneLabel} onDone={onDone} />
  if (secret) return <ConfirmMfa secret={secret} onConfirmed={setCodes} onCancel={onCancel} />
  return <BeginMfa onBegun={setSecret} onCancel={onCancel} />
}
