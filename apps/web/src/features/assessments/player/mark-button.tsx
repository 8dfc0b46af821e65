import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { failureToast } from '#core/toast.ts'
import { Button } from '#ui/button.tsx'

interface MarkButtonProps {
  quiz: Quiz
  statement: Statement
}

/** The mark is the user's own and changes no answer. */
export function MarkButton({ quiz, statement }: MarkButtonProps) {
  const isMarked = quiz.marked.includes(statement.id)
  const mark = useMark(quiz.assessment.id)
  const [message, setMessage] = useState('')
  return (
    <>
      <Button
        id="mark"
        variant="ghost"
        size="xs"
        aria-pressed={isMarked}
        icon={<Bookmark className={isMarked ? 'fill-current' : undefined} />}
        onClick={() => {
          mark({ statement_id: statement.id, is_marked: !isMarked })
          setMessage(isMarked ? 'No longer marked for later.' : 'Marked for later.')
        }}
        className="-my-2 shrink-0 max-md:-me-3"
      >
        <span className="whitespace-nowrap max-sm:sr-only">
          {isMarked ? 'Marked for later' : 'Mark for later'}
        </span>
      </Button>
      {/* The key L leaves the focus elsewhere. */}
      <span role="status" className="sr-only">
        {message}
      </span>
    </>
  )
}

function useMark(id: number) {
  const queryClient = useQueryClient()
  const { overview, quiz } = api.assessments
  const { mutate } = useMutation({
    mutationFn: (body: { statement_id: number; is_marked: boolean }) =>
      api.outlines.mark.call({ params: { id }, body }),
    onMutate: ({ statement_id, is_marked }) => {
      queryClient.setQueriesData<Quiz>({ queryKey: quiz.key }, (data) => {
        if (data?.assessment.id !== id) return data
        const others = data.marked.filter((one) => one !== statement_id)
        return { ...data, marked: is_marked ? [...others, statement_id] : others }
      })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: api.outlines.get.key })
      // The overview lists the marks, and loads when it is opened.
      void queryClient.invalidateQueries({ queryKey: overview.key, refetchType: 'none' })
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: quiz.key })
      failureToast('“Mark for later” could not be saved')(error)
    },
  })
  return mutate
}
