import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { Button } from '#ui/button.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'

const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'), 'HistoryDialog')

/** Who answered what before, in a shared assessment. */
export function HistoryButton({ player }: { player: Player }) {
  const [isOpen, setOpen] = useState(false)
  if (player.quiz.shared === null) return null
  return (
    <>
      <Button
        variant="ghost"
        size="xs"
        icon={<History />}
        onClick={() => setOpen(true)}
        className="-my-2 shrink-0"
      >
        <span className="max-sm:sr-only">History</span>
      </Button>
      <Suspense>
        {isOpen && <HistoryDialog player={player} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
