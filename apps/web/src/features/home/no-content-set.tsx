import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { isGodLevel } from '#core/can.ts'
import { useUser } from '#core/user.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function NoContentSet({ headingLevel }: { headingLevel?: 1 }) {
  const isGod = isGodLevel(useUser())
  return (
    <EmptyState
      headingLevel={headingLevel}
      icon={<FileQuestion />}
      title="Oops! We could not find content set."
      action={
        isGod && (
          <Button asChild variant="outline">
            <Link to="/admin">Go to the admin panel</Link>
          </Button>
        )
      }
    >
      {isGod
        ? 'There is no published content set for this year and type. Publish one in the admin panel.'
        : 'There is no published content set for this year and type. Choose another, or ask your administrator.'}
    </EmptyState>
  )
}
