import type { Participant } from 'contract/participation'
import { BellRing, CalendarClock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { Button } from '#ui/button.tsx'

const DueDatesDialog = lazyPart(() => import('./due-dates-dialog.tsx'), 'DueDatesDialog')
const RemindDialog = lazyPart(() => import('./remind-dialog.tsx'), 'RemindDialog')

interface Of {
  tenantId: number
  year: number
}

export function DueDatesButton(props: Of) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={<CalendarClock />} onClick={() => setOpen(true)}>
        Due dates
      </Button>
      <Suspense>{isOpen && <DueDatesDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

interface RemindButtonProps extends Of {
  rows: readonly Participant[]
  onDone: () => void
}

export function RemindButton(props: RemindButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={<BellRing />} onClick={() => setOpen(true)}>
        Remind
      </Button>
      <Suspense>{isOpen && <RemindDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
