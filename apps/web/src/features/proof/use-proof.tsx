import type { ProofNeeded } from 'contract/auth'
import { lazy, Suspense, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { onlyNeeded, type Proof } from './typed-proof.ts'

const ProofDialog = lazy(() =>
  import('./proof-dialog.tsx').then((module) => ({ default: module.ProofDialog })),
)

interface Question extends ProofNeeded {
  onProved: () => void
  onCancel: () => void
}

const WORDS: Record<ProofNeeded['needs'], string> = {
  password: 'your password',
  'password-and-code': 'your password and a code',
}

/** For what takes a proof of late: where the server asks for one, the dialog opens, and then it is done again. */
export function useProof() {
  const [question, setQuestion] = useState<Question | null>(null)

  const dialog = question && (
    <Suspense>
      <ProofDialog
        title="Is it you?"
        description={`You signed in more than ten minutes ago. Enter ${WORDS[question.needs]} again to go on.`}
        actionLabel="Continue"
        actionVariant="primary"
        failureTitle="It could not be checked."
        needs={question.needs}
        onProof={prove}
        onCancel={question.onCancel}
      />
    </Suspense>
  )
  return { withProof, dialog }

  /** When nobody shows anything, it fails with what the server said. */
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
