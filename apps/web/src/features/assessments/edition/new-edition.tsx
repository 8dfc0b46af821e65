import { useQuery } from '@tanstack/react-query'
import type { Overview, Quiz } from 'contract/assessments'
import { BookUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { overviewQuery } from '#features/assessments/overview-query.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

const NewEditionDialog = lazyPart(() => import('./new-edition-dialog.tsx'), 'NewEditionDialog')

interface NewEditionProps {
  overview: Overview
  className?: string | undefined
}

export function NewEdition({ overview, className }: NewEditionProps) {
  const { new_edition, assessment } = overview
  const [isOpen, setOpen] = useState(false)
  if (!new_edition || !assessment) return null
  return (
    <>
      <Alert
        icon={<BookUp />}
        className={className}
        title={`Version ${new_edition.version} of these statements is available.`}
        action={
          <Button variant="outline" onClick={() => setOpen(true)}>
            See what changed
          </Button>
        }
      >
        You keep your current version until you move to the new one.
      </Alert>
      {isOpen && (
        <Suspense>
          <NewEditionDialog
            edition={new_edition}
            assessmentId={assessment.id}
            assessment={{ ...overview, whose: choiceOf(overview).whose ?? null }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

export function NewEditionInPlayer({ quiz, className }: { quiz: Quiz; className: string }) {
  const { data } = useQuery(overviewQuery(quiz))
  return data ? <NewEdition overview={data} className={className} /> : null
}
