import type { Quiz } from 'contract/assessments'
import type { Colleague } from 'contract/shared-assessments'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { Button } from '#ui/button.tsx'

const DeclineDialog = lazyPart(() => import('./decline-dialog.tsx'), 'DeclineDialog')
const AssignDialog = lazyPart(
  () => import('#features/assessments/assign-dialog.tsx'),
  'AssignDialog',
)

/** For whom it is assigned to. */
export function NotMineButton({ quiz }: { quiz: Quiz }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Not mine
      </Button>
      <Suspense>{isOpen && <DeclineDialog quiz={quiz} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

interface AssignButtonProps {
  quiz: Quiz
  /** Whom someone suggested. */
  person: Colleague | null
}

export function AssignButton({ quiz, person }: AssignButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { assessment, elements, element, shared } = quiz
  if (shared === null) return null
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Assign
      </Button>
      <Suspense>
        {isOpen && (
          <AssignDialog
            assessmentId={assessment.id}
            elements={elements}
            shared={shared}
            initial={{ ids: [element.id], person }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
