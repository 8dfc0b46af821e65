import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { CircleQuestionMark, MessageSquarePlus, Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { colleagueFault } from '#features/assessments/shared/colleague-fault.ts'
import { ColleagueField } from '#features/assessments/shared/colleague-field.tsx'
import { useUser } from '#core/user.ts'
import { type CommentDraft, useCommentDraft } from './use-comment-draft.ts'
import { type Place, useShowComment } from './use-comments.ts'

/** As the server has it. */
const MOST = 2000

interface ComposerProps {
  place: Place
  statementId: number
  title: string
}

/** Use the statement's id as the key. What is typed survives leaving the statement and the page. */
export function Composer({ place, statementId, title }: ComposerProps) {
  const { draft, change, clear } = useCommentDraft({ ...place, statementId, title })
  const [message, setMessage] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // A restored text leaves the focus where it is.
  const [isOpened, setOpened] = useState(false)
  const open = (isQuestion: boolean) => {
    setOpened(true)
    change({ isQuestion })
  }
  // The button that had the focus has gone.
  useEffect(() => {
    if (wasOpen.current && draft === null) opener.current?.focus()
    wasOpen.current = draft !== null
  }, [draft])
  return (
    <div className="mt-3">
      {draft === null ? (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={opener}
            id="comment"
            variant="outline"
            size="sm"
            icon={<MessageSquarePlus />}
            onClick={() => open(false)}
          >
            Comment
          </Button>
          <Button
            variant="outline"
            size="sm"
            icon={<CircleQuestionMark />}
            onClick={() => open(true)}
          >
            Ask someone
          </Button>
        </div>
      ) : (
        <NewComment
          {...{ place, statementId, draft, change }}
          takesFocus={isOpened}
          onCancel={clear}
          onSent={(text) => {
            clear()
            setMessage(text)
          }}
        />
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
    </div>
  )
}

interface NewCommentProps {
  place: Place
  statementId: number
  draft: CommentDraft
  change: (change: Partial<CommentDraft>) => void
  takesFocus: boolean
  onCancel: () => void
  onSent: (message: string) => void
}

function NewComment(props: NewCommentProps) {
  const { place, statementId, draft, change, takesFocus, onCancel, onSent } = props
  const { isQuestion, colleague, text } = draft
  const user = useUser()
  const show = useShowComment(place)
  const [isSubmitted, setSubmitted] = useState(false)
  const send = useMutation({
    mutationFn: (user_id: number | null) =>
      api.comments.add.call({
        params: { id: place.assessmentId },
        body: { key: draft.key, statement_id: statementId, text: text.trim(), user_id },
      }),
    onSuccess: (comment) => {
      show(comment)
      onSent(comment.asked ? `You asked ${isolated(comment.asked.name)}.` : 'Comment added.')
    },
  })
  const fault = colleagueFault(send.error)
  const textFault = faultOf(text, isSubmitted, isQuestion)
  function submit() {
    setSubmitted(true)
    if (faultOf(text, true, isQuestion) !== undefined) {
      document.getElementById(FIELD)?.focus()
      return
    }
    if (!isQuestion) send.mutate(null)
    else if (colleague) send.mutate(colleague.id)
  }
  function onKeyDown({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key === 'Enter' && (ctrlKey || metaKey)) submit()
  }
  useEffect(() => {
    if (takesFocus) document.getElementById(FIELD)?.focus()
  }, [takesFocus])
  return (
    <Form onSubmit={submit} className="space-y-3">
      <TextArea
        id={FIELD}
        label={isQuestion ? 'Question' : 'Comment'}
        hint="People in this assessment can see what you write here. Auditors can’t. Admins can download the comments with your organisation’s data. You can use Markdown."
        limit={MOST}
        dir="auto"
        rows={3}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={onKeyDown}
        error={textFault}
      />
      {isQuestion && (
        <ColleagueField
          label="Who do you want to ask?"
          hint="Your colleague can answer this statement until the question is resolved."
          assessmentId={place.assessmentId}
          error={fault ?? (isSubmitted && !colleague ? 'Choose a colleague' : undefined)}
          chosen={colleague}
          onChoose={(chosen) => {
            change({ colleague: chosen })
            send.reset()
          }}
          taken={new Map([[user.id, 'You']])}
        />
      )}
      <FailureAlert
        error={fault ? null : send.error}
        title={
          send.error instanceof ApiError
            ? 'Not sent.'
            : 'Not sent. Your text is safe on this device.'
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" icon={<Send />} isLoading={send.isPending}>
          {isQuestion ? 'Ask' : 'Add comment'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel} disabled={send.isPending}>
          {text.trim() === '' ? 'Cancel' : 'Discard'}
        </Button>
      </div>
    </Form>
  )
}

const FIELD = 'new-comment'

function faultOf(text: string, isSubmitted: boolean, isQuestion: boolean) {
  if (text.trim().length > MOST) return 'Shorten the text to 2,000 characters'
  if (!isSubmitted || text.trim() !== '') return undefined
  return isQuestion ? 'Enter your question' : 'Enter a comment'
}
