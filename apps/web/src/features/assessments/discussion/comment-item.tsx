import type { Comment } from 'contract/comments'
import {
  Check,
  CircleQuestionMark,
  Ellipsis,
  NotebookPen,
  Pencil,
  RotateCcw,
  UserRoundX,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { isolated } from '#core/isolated.ts'
import { formatMoment, formatRecent } from '#core/time.ts'
import { useUser } from '#core/user.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { MarkdownText } from '#support/markdown.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { UserName } from '#features/assessments/user-name.tsx'
import type { EditedText } from './edit-comment.tsx'
import { pathOf } from './use-comment-draft.ts'
import { type Place, useResolve } from './use-comments.ts'
import { useDeviceDraft } from './use-device-draft.ts'

const EditComment = lazyPart(() => import('./edit-comment.tsx'), 'EditComment')
const AskAnotherDialog = lazyPart(() => import('./ask-another-dialog.tsx'), 'AskAnotherDialog')

interface CommentItemProps {
  place: Place
  comment: Comment
  ownerId: number
  /** Absent while the assessment is closed or the statement isn't the user's to answer. */
  onAddToNote?: ((text: string) => void) | undefined
  isOpen: boolean
}

export function CommentItem(props: CommentItemProps) {
  const { comment } = props
  const { id: userId } = useUser()
  return comment.author.id === userId ? (
    <OwnComment {...props} />
  ) : (
    <ShownComment {...props} edit={NO_EDIT} />
  )
}

function OwnComment(props: CommentItemProps) {
  return <ShownComment {...props} edit={useEdit(props)} />
}

type Edit = Pick<ReturnType<typeof useEdit>, 'draft' | 'setDraft' | 'start' | 'isStarted'>

const NO_EDIT: Edit = { draft: null, setDraft: () => {}, start: () => {}, isStarted: false }

/** A changed text is kept on this device until it is saved, like a new one. */
function useEdit({ place, comment }: CommentItemProps) {
  const [isStarted, setStarted] = useState(false)
  const { draft, setDraft } = useDeviceDraft<EditedText>({
    place: `edited comment ${comment.id}`,
    title: comment.statement,
    path: pathOf({ ...place, statementId: comment.statement_id }),
    before: comment.text,
    unsent: UNSAVED,
  })
  return {
    draft,
    setDraft,
    isStarted,
    start: () => {
      setStarted(true)
      setDraft({ text: comment.text, version: comment.version })
    },
  }
}

const UNSAVED = {
  title: 'Your change to a comment hasn’t been saved yet',
  description: 'Your text is stored only on this device. If you sign out now, you’ll lose it.',
}

function ShownComment({ edit, ...props }: CommentItemProps & { edit: Edit }) {
  const { place, comment, isOpen } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <li className="py-3">
      <article
        aria-label={`${comment.asked ? 'Question' : 'Comment'} by ${isolated(comment.author.name)}`}
      >
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 text-14 wrap-anywhere">
            <UserName of={comment.author} />
            <span className="block text-13 text-muted-foreground">
              <time dateTime={comment.created_at} title={formatMoment(comment.created_at)}>
                {formatRecent(comment.created_at)}
              </time>
              {comment.edited_at !== null && ', edited'}
            </span>
          </p>
          {isOpen && <Actions {...props} onEdit={edit.start} />}
        </div>
        {comment.asked && <Asked comment={comment} />}
        {isOpen && edit.draft ? (
          <Suspense>
            <EditComment
              place={place}
              comment={comment}
              edited={edit.draft}
              onChange={edit.setDraft}
              takesFocus={edit.isStarted}
              onClose={() => edit.setDraft(null)}
            />
          </Suspense>
        ) : (
          <div
            dir="auto"
            translate="no"
            className="mt-1.5 space-y-2 text-15 wrap-anywhere [&_a]:link [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
          >
            <Suspense fallback={<p className="whitespace-pre-line">{comment.text}</p>}>
              <MarkdownText text={comment.text} />
            </Suspense>
          </div>
        )}
        {isOpen && comment.asked && <Resolution {...props} onAsk={() => setAsking(true)} />}
        <Suspense>
          {isAsking && (
            <AskAnotherDialog place={place} comment={comment} onClose={() => setAsking(false)} />
          )}
        </Suspense>
      </article>
    </li>
  )
}

function Asked({ comment }: { comment: Comment }) {
  const { asked, needs_person: needsPerson, resolved_by: by } = comment
  const user = useUser()
  if (!asked) return null
  if (by)
    return (
      <p className="mt-1.5 flex gap-1.5 text-14 font-medium text-success-ink">
        <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Question to {asked.id === user.id ? 'you' : <UserName of={asked} />}, resolved by{' '}
          {by.id === user.id ? 'you' : <UserName of={by} />}
        </span>
      </p>
    )
  if (needsPerson)
    return (
      <p className="mt-1.5 flex gap-1.5 text-14 font-medium text-warning-ink">
        <UserRoundX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <UserName of={asked} /> no longer takes part, so someone else has to answer this question.
        </span>
      </p>
    )
  return (
    <p className="mt-1.5 flex gap-1.5 text-14 font-medium">
      <CircleQuestionMark aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>Question to {asked.id === user.id ? 'you' : <UserName of={asked} />}</span>
    </p>
  )
}

function Actions({ comment, onAddToNote, onEdit }: CommentItemProps & { onEdit: () => void }) {
  const user = useUser()
  const isOwn = comment.author.id === user.id
  if (!isOwn && !onAddToNote) return null
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for the comment by ${isolated(comment.author.name)}`}
          icon={<Ellipsis />}
          size="xs"
          className="-my-1 hit-44"
        />
      }
    >
      {onAddToNote && (
        <MenuItem icon={<NotebookPen />} onSelect={() => onAddToNote(comment.text)}>
          Add to note
        </MenuItem>
      )}
      {isOwn && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
    </Menu>
  )
}

function Resolution({ place, comment, ownerId, onAsk }: CommentItemProps & { onAsk: () => void }) {
  const user = useUser()
  const mayPassOn = [comment.author.id, ownerId].includes(user.id)
  const mayResolve = mayPassOn || comment.asked?.id === user.id
  const mayAsk = comment.needs_person && mayPassOn
  const isResolved = comment.resolved_at !== null
  if (!isResolved && !mayResolve) return null
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {mayAsk && (
        <Button variant="outline" size="sm" onClick={onAsk}>
          Ask someone else
        </Button>
      )}
      <ResolveButton place={place} comment={comment} />
    </div>
  )
}

function ResolveButton({ place, comment }: Pick<CommentItemProps, 'place' | 'comment'>) {
  const resolve = useResolve(place, comment)
  const isResolved = comment.resolved_at !== null
  return (
    <Button
      variant="outline"
      size="sm"
      icon={isResolved ? <RotateCcw /> : <Check />}
      isLoading={resolve.isPending}
      onClick={() => resolve.mutate()}
    >
      {isResolved ? 'Reopen' : 'Resolve'}
    </Button>
  )
}
