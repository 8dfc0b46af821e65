import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Overview } from 'contract/assessments'
import type { FillSource } from 'contract/assignments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

interface FillLineProps {
  assessmentId: number
  fill: NonNullable<Overview['fill']>
}

/** The owner of a shared assessment without answers can fill it once. */
export function FillLine({ assessmentId, fill }: FillLineProps) {
  const [from, setFrom] = useState<FillSource | null>(null)
  return (
    <Alert
      className="mb-6"
      title="No answers yet."
      action={
        <div className="flex flex-wrap gap-2">
          {fill.own && (
            <Button size="sm" variant="outline" onClick={() => setFrom('own')}>
              Copy your own answers
            </Button>
          )}
          {fill.earlier !== null && (
            <Button size="sm" variant="outline" onClick={() => setFrom('earlier')}>
              {`Copy answers from ${fill.earlier}`}
            </Button>
          )}
        </div>
      }
    >
      You can copy existing answers until someone adds an answer, note or file here.
      {from && (
        <Question
          assessmentId={assessmentId}
          from={from}
          year={fill.earlier}
          onClose={() => setFrom(null)}
        />
      )}
    </Alert>
  )
}

interface QuestionProps {
  assessmentId: number
  from: FillSource
  year: number | null
  onClose: () => void
}

function Question({ assessmentId: id, from, year, onClose }: QuestionProps) {
  const fill = useFill(id, from, onClose)
  return (
    <ConfirmDialog
      title={from === 'own' ? 'Copy your own answers?' : `Copy answers from ${year}?`}
      description={
        from === 'own'
          ? 'Your answers, notes and files are copied unchanged, and all members can read them. Your own assessment doesn’t change.'
          : `Answers from the ${year} shared assessment are copied. You and your colleagues then confirm each one.`
      }
      actionLabel="Copy answers"
      actionVariant="primary"
      mutation={fill}
      failure="The answers were not copied."
      onClose={onClose}
    />
  )
}

function useFill(id: number, from: FillSource, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation<unknown, Error, void>({
    mutationFn: () => api.assignments.fill.call({ params: { id }, body: { from } }),
    onSuccess: async () => {
      await invalidate(queryClient, [api.assessments.overview.key, api.assessments.quiz.key])
      onClose()
      showSuccess('Answers copied')
    },
  })
}
