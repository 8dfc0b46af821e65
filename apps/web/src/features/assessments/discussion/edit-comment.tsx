import { useMutation } from '@tanstack/react-query'
import type { Comment } from 'contract/comments'
import { useEffect } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type Place, useRefreshComments, useShowComment } from './use-comments.ts'

const MOST = 2000
const FIELD = 'edit-comment'

export interface EditedText {
  text: string
  /** Of the comment when its editing started. */
  version: number
}

interface EditCommentProps {
  place: Place
  comment: Comment
  edited: EditedText
  onChange: (edited: EditedText) => void
  /** A text restored after the page was loaded leaves the focus where it is. */
  takesFocus: boolean
  onClose: () => void
}

/** A refusal leaves the typed text in the field. */
export function EditComment(props: EditCommentProps) {
  const { place, comment, edited, onChange, takesFocus, onClose } = props
  const { text, version } = edited
  const show = useShowComment(place)
  const refresh = useRefreshComments(place)
  const save = useMutation({
    mutationFn: () =>
      api.comments.edit.call({
        params: { id: place.assessmentId, commentId: comment.id },
        body: { text: text.trim(), version },
      }),
    onSuccess: (changed) => {
      show(changed)
      onClose()
    },
    onError: (error) => {
      void refresh()
      const now = newestOf(error)
      if (now) onChange({ text, version: now.version })
    },
  })
  const fault = faultOf(text)
  useEffect(() => {
    if (takesFocus) document.getElementById(FIELD)?.focus()
  }, [takesFocus])
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
        onChange={({ target }) => onChange({ text: target.value, version })}
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

/** Another tab or device has changed the comment. Saving again replaces that. */
function newestOf(error: Error) {
  if (!hasCode(error, 'conflict')) return undefined
  return (error.details as { comment?: Comment } | undefined)?.comment
}

function faultOf(text: string) {
  if (text.trim() === '') return 'Enter a comment'
  return text.trim().length > MOST ? 'Shorten the text to 2,000 characters' : undefined
}
