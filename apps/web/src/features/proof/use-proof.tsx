import type { ProofNeeded } from 'contract/auth'
import { Suspense, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { api } from '#core/api.ts'
import { onlyNeeded, type Proof } from './typed-proof.ts'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'), 'ProofDialog')

interface Question extends ProofNeeded {
  onProved: () => void
  onCancel: () => void
}

const DESCRIPTIONS: Record<ProofNeeded['needs'], string> = {
  password: 'You signed in more than 10 minutes ago. Enter your password to continue.',
  'password-and-code':
    'You signed in more than 10 minutes ago. Enter your password and a code to continue.',
}

/** When the server asks for recent proof, opens a dialog and then repeats the call. */
export function useProof() {
  const [question, setQuestion] = useState<Question | null>(null)

  const dialog = question && (
    <Suspense>
      <ProofDialog
        title="Confirm it’s you"
        description={DESCRIPTIONS[question.needs]}
        actionLabel="Continue"
        actionVariant="primary"
        failureTitle="We could not check your password."
        needs={question.needs}
        onProof={prove}
        onCancel={question.onCancel}
      />
    </Suspense>
  )
  return { withProof, dialog }

  /** Throws the server's error if the user cancels. */
  async function withProof<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, 'proof-needed')) throw error
      const isProved = await ask(error.details as ProofNeeded)
      if (!isProved) throw error
      return await work()
    }
  }

  async function ask({ needs }: ProofNeeded) {
    const opener = document.activeElement
    const isProved = await new Promise<boolean>((resolve) => {
      setQuestion({ needs, onProved: () => resolve(true), onCancel: () => resolve(false) })
    })
    setQuestion(null)
    if (opener instanceof HTMLElement) setTimeout(() => opener.focus())
    return isProved
  }

  async function prove(typed: Proof) {
    if (!question) return
    await api.auth.prove.call({ body: onlyNeeded(typed, question.needs) })
    question.onProved()
  }
}
