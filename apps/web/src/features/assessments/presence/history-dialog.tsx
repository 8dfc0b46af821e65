import { useQuery } from '@tanstack/react-query'
import type { NoteChanged, StatementChange } from 'contract/presence'
import { statementReference } from 'rules/reference'
import { isolated } from '#core/isolated.ts'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { type Answer, firstFuture, levelOf } from '#features/assessments/answering/answers.ts'
import type { Player } from '#features/assessments/player/use-player.ts'
import { UserName } from '#features/assessments/user-name.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Mark } from '#ui/marks.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { atText } from './change-text.ts'

interface HistoryDialogProps {
  player: Player
  onClose: () => void
}

/** Every change of a statement's answers, and the last of its note. The owner can restore an answer, which is an ordinary save. */
export function HistoryDialog({ player, onClose }: HistoryDialogProps) {
  const { quiz, statement } = player
  const params = { id: quiz.assessment.id, statementId: statement.id }
  const query = useQuery({ ...api.presence.history.query({ params }), staleTime: 0 })
  const reference = isolated(statementReference(statement, quiz.element))
  return (
    <Dialog open isWide onOpenChange={onClose} title={`History of ${reference}`}>
      {query.isError ? (
        <QueryError query={query} title="The history could not be loaded">
          Nothing was changed.
        </QueryError>
      ) : !query.data ? (
        <Spinner />
      ) : (
        <Changes {...query.data} player={player} onClose={onClose} />
      )}
    </Dialog>
  )
}

type History = { changes: StatementChange[]; note: NoteChanged | null }

function Changes({ changes, note, ...rest }: HistoryDialogProps & History) {
  if (changes.length === 0 && note === null)
    return <p>No changes yet. Changes to this statement’s answers and note are listed here.</p>
  const place = note === null ? -1 : changes.findIndex(({ at }) => at < note.at)
  const before = place === -1 ? changes : changes.slice(0, place)
  const list = (some: StatementChange[]) =>
    some.map((change) => (
      <Change key={`${change.at} ${change.state} ${change.version}`} change={change} {...rest} />
    ))
  return (
    <ul className="divide-y">
      {list(before)}
      {note && (
        <li className="py-2.5 wrap-anywhere">
          <p>Note changed</p>
          <By {...note} />
        </li>
      )}
      {list(changes.slice(before.length))}
    </ul>
  )
}

function By({ by, at }: NoteChanged) {
  return (
    <p className="text-14 text-muted-foreground">
      <UserName of={by} />, {atText(at)}
    </p>
  )
}

function Change({ change, player, onClose }: HistoryDialogProps & { change: StatementChange }) {
  const { state, by, at, before, after } = change
  const restore = useRestore(player, change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          <Mark kind={state === 1 ? 'current' : 'future'} className="me-2" />
          <span className="text-muted-foreground">{state === 1 ? 'Now: ' : 'Future: '}</span>
          <Value {...before} /> → <Value {...after} />
        </p>
        <By by={by} at={at} />
      </div>
      {restore && (
        <Button
          variant="outline"
          size="xs"
          onClick={() => {
            restore()
            showSuccess('Answer restored')
            onClose()
          }}
        >
          Restore
        </Button>
      )}
    </li>
  )
}

function Value({ label, reason }: Pick<StatementChange['after'], 'label' | 'reason'>) {
  if (reason !== null)
    return (
      <>
        Does not apply: <bdi translate="no">{reason}</bdi>
      </>
    )
  if (label === null) return <>nothing</>
  return <ContentText className="font-medium">{label}</ContentText>
}

/** Undefined for what is the answer now or can't be it, and for everyone but the owner. */
function useRestore(player: Player, { state, after }: StatementChange) {
  const { quiz, statement, answer, isLocked } = player
  const { reason, statement_response_id: responseId } = after
  if (quiz.shared?.role !== 'owner' || isLocked || isNow(answer, state, after)) return undefined
  if (reason !== null) return () => player.setReason(reason)
  const level = levelOf(statement, responseId)
  return level === null || (state === 2 && level < firstFuture(statement, answer))
    ? undefined
    : () => player.choose(state, level)
}

function isNow(
  answer: Answer,
  state: 1 | 2,
  { reason, statement_response_id: responseId }: StatementChange['after'],
) {
  if (reason !== null) return reason === answer.reason
  return responseId === (state === 1 ? answer.current : answer.future)
}
