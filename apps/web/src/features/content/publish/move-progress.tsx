import type { EditionInHistory } from 'contract/editions'
import { counted } from './edition-words.ts'

export function isMoving({ move }: Pick<EditionInHistory, 'move'>) {
  return move !== null && !move.is_over
}

export function MoveProgress({ move }: Pick<EditionInHistory, 'move'>) {
  if (!move || (move.is_over && move.moved === move.total)) return null
  const moved = move.moved.toLocaleString('en-GB')
  const total = counted(move.total, 'assessment')
  return (
    <p className="mt-1 text-subtle-foreground tabular-nums">
      {move.is_over
        ? `${moved} of ${total} moved here. The owners of the others are offered this version.`
        : `Moving ${moved} of ${total} here`}
    </p>
  )
}
