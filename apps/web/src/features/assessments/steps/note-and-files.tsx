import type { Statement } from 'contract/listed-statement'
import { MessageSquareText, MessageSquareWarning, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '#features/assessments/answering/answers.ts'
import { isNoteMissing } from '#features/assessments/answering/progress.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

interface NoteAndFilesProps {
  player: Player
  statement: Statement
  answer: Answer
}

export function NoteAndFiles({ player, statement, answer }: NoteAndFilesProps) {
  const note = player.noteOf(statement)
  const files = player.quiz.attachments.filter((file) => file.statement_id === statement.id)
  return (
    <>
      {note !== '' && (
        <Detail icon={<MessageSquareText />} label="Note">
          <span dir="auto" translate="no" className="line-clamp-3">
            {note}
          </span>
        </Detail>
      )}
      {isNoteMissing(statement, answer, note) && (
        <Detail icon={<MessageSquareWarning />} label="Note">
          A note is missing.
        </Detail>
      )}
      {files.length > 0 && (
        <Detail icon={<Paperclip />} label="Files">
          {files.map(({ id, file_name }) => (
            <bdi translate="no" key={id} className="block">
              {file_name}
            </bdi>
          ))}
        </Detail>
      )}
    </>
  )
}

interface DetailProps {
  icon: ReactNode
  label: string
  children: ReactNode
}

export function Detail({ icon, label, children }: DetailProps) {
  return (
    <div
      dir="ltr"
      className="mt-1.5 flex gap-2 text-14 wrap-anywhere text-subtle-foreground [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]"
    >
      {icon}
      <span className="sr-only">{label}:</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
