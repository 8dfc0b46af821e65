import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { useFindKey } from '#support/use-find-key.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import type { SearchedAssessment } from './outline/assessment-finder.tsx'
import type { Player } from './player/use-player.ts'

const AssessmentFinder = lazyPart(
  () => import('./outline/assessment-finder.tsx'),
  'AssessmentFinder',
)

interface FindButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  assessment: SearchedAssessment
  player?: Player
  onShow?: (index: number) => void
}

export function FindButton({ assessment, player, onShow, ...button }: FindButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useFindKey(() => setOpen(true))
  return (
    <>
      <Button
        variant="ghost"
        icon={<Search />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        {...button}
      >
        <span className="max-lg:sr-only">Find</span>
      </Button>
      <Suspense>
        {isOpen && (
          <AssessmentFinder {...{ assessment, player, onShow }} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
