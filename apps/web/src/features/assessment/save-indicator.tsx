import type { Quiz } from 'contract/assessments'
import { CloudCheck, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { saveWords, type SaveWords } from './save-words.ts'
import { A_BLINK } from './outbox-state.ts'
import { useOutboxState } from './use-outbox.ts'

const TICK = 10_000

const LOOKS = {
  none: { Icon: CloudCheck, look: '', announced: '' },
  saved: { Icon: CloudCheck, look: 'text-muted-foreground', announced: 'Answers saved' },
  sending: { Icon: CloudUpload, look: 'text-muted-foreground', announced: 'Sending answers' },
  offline: {
    Icon: CloudOff,
    look: 'rounded-full bg-warning-tint px-3 py-1 text-warning-ink',
    announced: 'Offline. Answers stay on this device',
  },
  refused: {
    Icon: TriangleAlert,
    look: 'rounded-full bg-destructive-tint px-3 py-1 text-destructive-ink',
    announced: 'An answer could not be saved',
  },
} as const

/** Always says where the answers are. The figures are to be read; announced is only a change of kind. */
export function SaveIndicator({ quiz }: { quiz: Quiz }) {
  const words = useSaveWords(quiz)
  const { Icon, look, announced } = LOOKS[words.kind]
  return (
    <div>
      {words.text !== '' && (
        <p className={cn('flex items-center gap-2 text-15 font-medium tabular-nums', look)}>
          <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
          <span className="max-md:hidden">{words.text}</span>
          <span className={cn('md:hidden', words.kind === 'saved' && 'sr-only')} aria-hidden="true">
            {words.short}
          </span>
        </p>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

function useSaveWords(quiz: Quiz): SaveWords {
  const outbox = useOutboxState()
  const [now, setNow] = useState(Date.now)
  const pace = outbox.changes.length > 0 ? A_BLINK : TICK

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace)
    return () => clearInterval(timer)
  }, [pace])

  return saveWords(outbox, { now, savedAt: outbox.saved.at ?? lastSaveOf(quiz) })
}

function lastSaveOf({ responses, notes }: Quiz) {
  const times = [...responses, ...notes].map(({ updated_at }) => Date.parse(updated_at))
  return times.length === 0 ? null : Math.max(...times)
}
