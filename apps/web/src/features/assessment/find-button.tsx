import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { useFindKey } from '#features/finder/use-find-key.ts'
import { Button } from '#ui/button.tsx'
import type { Player } from './use-player.ts'

const AssessmentFinder = lazyPart(() => import('./assessment-finder.tsx'), 'AssessmentFinder')

interface FindButtonProps {
  player: Player
  onShow: (index: number) => void
}

export function FindButton({ player, onShow }: FindButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useFindKey(() => setOpen(true))
  return (
    <>
      <Button
        variant="ghost"
        className="max-lg:px-3"
        icon={<Search />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <span className="max-lg:sr-only">Find</span>
      </Button>
      <Suspense>
        {isOpen && (
          <AssessmentFinder player={player} onShow={onShow} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
