import type { ConfirmationDetails } from 'contract/auth'
import { Suspense, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { api } from '#core/api.ts'
import { onlyNeeded, type Confirmation } from './confirm-owner/typed-confirmation.ts'

const ConfirmOwnerDialog = lazyPart(
  () => import('./confirm-owner/confirm-owner-dialog.tsx'),
  'ConfirmOwnerDialog',
)

interface Question extends ConfirmationDetails {
  onConfirmed: () => void
  onCancel: () => void
}

const DESCRIPTIONS: Record<ConfirmationDetails['needs'], string> = {
  password: 'You signed in more than 10 minutes ago. Enter your password to continue.',
  'password-and-code':
    'You signed in more than 10 minutes ago. Enter your password and a code to continue.',
}

/** When the server asks for recent confirmation, opens a dialog and then repeats the call. */
export function useConfirmOwner() {
  const [question, setQuestion] = useState<Question | null>(null)

  const dialog = question && (
    <Suspense>
      <ConfirmOwnerDialog
        title="Confirm it’s you"
        description={DESCRIPTIONS[question.needs]}
        actionLabel="Continue"
        actionVariant="primary"
        failureTitle="We could not check your password."
        needs={question.needs}
        onConfirm={confirm}
        onCancel={question.onCancel}
      />
    </Suspense>
  )
  return { withConfirmation, dialog }

  /** Throws the server's error if the user cancels. */
  async function withConfirmation<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, 'proof-needed')) throw error
      const isConfirmed = await ask(error.details as ConfirmationDetails)
      if (!isConfirmed) throw error
      return await work()
    }
  }

  async function ask({ needs }: ConfirmationDetails) {
    const opener = document.activeElement
    const isConfirmed = await new Promise<boolean>((resolve) => {
      setQuestion({ needs, onConfirmed: () => resolve(true), onCancel: () => resolve(false) })
    })
    setQuestion(null)
    if (opener instanceof HTMLElement) setTimeout(() => opener.focus())
    return isConfirmed
  }

  async function confirm(typed: Confirmation) {
    if (!question) return
    await api.auth.confirmOwner.call({ body: onlyNeeded(typed, question.needs) })
    question.onConfirmed()
  }
}
