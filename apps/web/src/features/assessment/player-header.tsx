import type { Quiz } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Keyboard, ListChecks } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { TenantMark } from '#features/artwork/tenant-mark.tsx'
import { SignOutButton } from '#features/session/sign-out-button.tsx'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { LazyUserCorner } from '#features/shell/lazy-user-corner.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import { useOverviewSearch } from './use-overview-search.ts'

interface PlayerHeaderProps {
  quiz: Quiz
  /** The list of elements, for widths that have no room for it. */
  stepper: ReactNode
  isListOpen: boolean
  onListChange: (isOpen: boolean) => void
  onShortcuts: () => void
}

export function PlayerHeader(props: PlayerHeaderProps) {
  const { quiz, stepper, isListOpen, onListChange, onShortcuts } = props
  const { name, logo_url } = useTenant()
  const user = useUser()
  const search = useOverviewSearch(quiz)
  return (
    <header
      data-sticky="top"
      className="sticky top-0 z-20 flex min-h-16 items-center gap-2 border-b bg-card px-2 md:px-3 lg:px-6"
    >
      <Button asChild variant="ghost" className="-ml-1 max-md:px-3 lg:-ml-4">
        <Link to="/" search={search}>
          <ArrowLeft aria-hidden="true" />
          <span className="max-md:sr-only">Overview</span>
        </Link>
      </Button>
      <div className="flex min-w-0 flex-1 items-center gap-2.5 md:border-l md:pl-4">
        <TenantMark name={name} logoUrl={logo_url} className="size-7 max-md:hidden" />
        <p className="truncate text-subtle-foreground max-md:hidden">
          <bdi>{quiz.content_set.title}</bdi> {quiz.assessment.year}
        </p>
        <p dir="auto" className="truncate font-semibold md:hidden">
          {quiz.element.title}
        </p>
      </div>
      <SaveIndicator quiz={quiz} />
      <Button
        variant="ghost"
        className="max-lg:hidden"
        icon={<Keyboard aria-hidden="true" />}
        onClick={onShortcuts}
      >
        Shortcuts
      </Button>
      <Button asChild variant="outline" className="max-md:hidden">
        <Link to="/" search={search}>
          Save and exit
        </Link>
      </Button>
      <div className="ml-2 w-16 max-lg:hidden">
        <Suspense>
          <LazyUserCorner user={user} />
        </Suspense>
      </div>
      <span className="lg:hidden">
        <Sheet
          title="Elements"
          side="right"
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
