import { useMutation } from '@tanstack/react-query'
import type { Comment } from 'contract/comments'
import { useEffect, useState } from 'react'
import { api } from '#core/api.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type Place, useRefreshComments, useShowComment } from './use-comments.ts'

const MOST = 2000
const FIELD = 'edit-comment'

interface EditCommentProps {
  place: Place
  comment: Comment
  onClose: () => void
}

/** A refusal leaves the typed text in the field. */
export function EditComment({ place, comment, onClose }: EditCommentProps) {
  const [text, setText] = useState(comment.text)
  const show = useShowComment(place)
  const refresh = useRefreshComments(place)
  const save = useMutation({
    mutationFn: () =>
      api.comments.edit.call({
        params: { id: place.assessmentId, commentId: comment.id },
        body: { text: text.trim(), version: comment.version },
      }),
    onSuccess: (changed) => {
      show(changed)
      onClose()
    },
    onError: () => void refresh(),
  })
  const fault = faultOf(text)
  useEffect(() => document.getElementById(FIELD)?.focus(), [])
  return (
    <Form onSubmit={() => fault === undefined && save.mutate()} className="mt-2 space-y-3">
      <TextArea
        id={FIELD}
        label="Your comment"
        isLabelHidden
        limit={MOST}
        dir="auto"
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={fault}
      />
      <FailureAlert error={save.error} title="Not saved." />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isLoading={save.isPending}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function faultOf(text: string) {
  if (text.trim() === '') return 'Enter a comment'
  return text.trim().length > MOST ? 'Shorten the text to 2,000 characters' : undefined
}
