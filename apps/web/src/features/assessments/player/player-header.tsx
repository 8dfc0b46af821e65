import { Link } from '@tanstack/react-router'
import type { Quiz } from 'contract/assessments'
import { elementNames } from 'rules/element-names'
import {
  ArrowLeft,
  CloudCheck,
  CloudOff,
  CloudUpload,
  Keyboard,
  ListChecks,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { HostMark } from '#support/tenant-mark.tsx'
import { SignOutButton } from '#features/identity/sign-out.tsx'
import { hasKeyboard } from '#core/shortcuts.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { useReturnFocus } from '#ui/return-focus.ts'
import { Sheet } from '#ui/sheet.tsx'
import { formatDue, formatDueShort, isDone } from '#features/assessments/due-text.ts'
import { PROGRESS_DELAY } from '#features/assessments/outbox/outbox-state.ts'
import { saveLabel } from '#features/assessments/outbox/save-labels.ts'
import { useOutboxState } from '#features/assessments/outbox/use-outbox.ts'
import { useOverviewSearch } from './use-overview-search.ts'

interface PlayerHeaderProps {
  quiz: Quiz
  stepper: ReactNode
  isListOpen: boolean
  onListChange: (isOpen: boolean) => void
  onShortcuts: () => void
  finder: ReactNode
  corner: ReactNode
}

function dueTitle({ year, type, status, due_on: dueOn }: Quiz['assessment']) {
  return dueOn === null || isDone(type, status) ? year : `${year} · ${formatDue(dueOn)}`
}

/** Above the element's name, where the title has no room. */
function phoneDetails({ type, status, due_on: dueOn, scope }: Quiz['assessment']) {
  const due = dueOn !== null && !isDone(type, status) && formatDueShort(dueOn)
  return [type === 'certification' && 'Certification', due, scope].filter(Boolean).join(' · ')
}

export function PlayerHeader(props: PlayerHeaderProps) {
  const { quiz, stepper, isListOpen, onListChange, onShortcuts } = props
  const search = useOverviewSearch(quiz.assessment)
  const returnFocus = useReturnFocus()
  return (
    <header
      data-sticky="top"
      className="sticky top-0 z-20 flex min-h-16 items-center gap-2 border-b bg-card px-2 md:px-3 lg:px-6"
    >
      <Button asChild variant="ghost" className="-ml-1 max-md:px-3 lg:-ml-4">
        <Link to="/" search={search}>
          <ArrowLeft />
          <span className="max-md:sr-only">Overview</span>
        </Link>
      </Button>
      <div className="flex min-w-0 flex-1 items-center gap-2.5 md:border-l md:pl-4">
        <HostMark className="size-7 max-md:hidden" />
        <p className="truncate text-subtle-foreground max-md:hidden">
          <ContentText>{quiz.content_set.title}</ContentText> {dueTitle(quiz.assessment)}
          {quiz.assessment.type === 'certification' && ' · Certification'}
          {quiz.assessment.scope && (
            <>
              {' · '}
              <ContentText>{quiz.assessment.scope}</ContentText>
            </>
          )}
        </p>
        <div className="min-w-0 leading-tight md:hidden">
          <p className="truncate text-12 text-subtle-foreground empty:hidden">
            {phoneDetails(quiz.assessment)}
          </p>
          <p {...useContentText()} className="truncate font-semibold">
            {elementNames(quiz.elements)(quiz.element)}
          </p>
        </div>
      </div>
      <SaveIndicator quiz={quiz} />
      {props.finder}
      {hasKeyboard() && (
        <Button variant="ghost" className="max-lg:hidden" icon={<Keyboard />} onClick={onShortcuts}>
          Shortcuts
        </Button>
      )}
      <Button asChild variant="outline" className="max-md:hidden">
        <Link to="/" search={search}>
          Save and exit
        </Link>
      </Button>
      <div className="ml-2 flex min-w-16 items-center gap-2 max-lg:hidden">{props.corner}</div>
      <span className="lg:hidden">
        <Sheet
          title="Elements"
          side="right"
          {...returnFocus}
          open={isListOpen}
          onOpenChange={onListChange}
          footer={<SignOutButton />}
          trigger={<IconButton label="Elements and statements" icon={<ListChecks />} />}
        >
          {stepper}
        </Sheet>
      </span>
    </header>
  )
}

const LABEL_INTERVAL = 10_000

const SAVE_STATES = {
  none: { Icon: CloudCheck, look: '', announcement: '' },
  saved: { Icon: CloudCheck, look: 'text-muted-foreground', announcement: 'Answers saved' },
  stored: { Icon: CloudUpload, look: 'text-muted-foreground', announcement: '' },
  sending: { Icon: CloudUpload, look: 'text-muted-foreground', announcement: 'Sending answers' },
  offline: {
    Icon: CloudOff,
    look: 'rounded-full bg-warning-tint px-3 py-1 text-warning-ink',
    announcement: 'Offline. Answers stay on this device.',
  },
  busy: {
    Icon: CloudUpload,
    look: 'rounded-full bg-warning-tint px-3 py-1 text-warning-ink',
    announcement: 'Waymark is busy. Your answers are safe on this device.',
  },
  closed: {
    Icon: CloudUpload,
    look: 'rounded-full bg-warning-tint px-3 py-1 text-warning-ink',
    announcement: 'Waymark is closed for maintenance. Your answers are safe on this device.',
  },
  refused: {
    Icon: TriangleAlert,
    look: 'rounded-full bg-destructive-tint px-3 py-1 text-destructive-ink',
    announcement: 'An answer could not be saved',
  },
} as const

function SaveIndicator({ quiz }: { quiz: Quiz }) {
  const outbox = useOutboxState()
  const [now, setNow] = useState(Date.now)
  const interval = outbox.changes.length > 0 ? PROGRESS_DELAY : LABEL_INTERVAL
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  const label = saveLabel(outbox, { now, savedAt: outbox.saved.at ?? lastSaveOf(quiz) })
  const { Icon, look, announcement } = SAVE_STATES[label.kind]
  return (
    <div>
      {label.text !== '' && (
        <p className={cn('flex items-center gap-2 text-15 font-medium tabular-nums', look)}>
          <Icon className="size-5 shrink-0 stroke-[1.75]" />
          <span className="max-md:hidden">{label.text}</span>
          <span
            className={cn('md:hidden', ['saved', 'stored'].includes(label.kind) && 'sr-only')}
            aria-hidden="true"
          >
            {label.short}
          </span>
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

function lastSaveOf({ responses, notes }: Quiz) {
  const times = [...responses, ...notes].map(({ updated_at }) => Date.parse(updated_at))
  return times.length === 0 ? null : Math.max(...times)
}
