import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { Suspense } from 'react'
import { can, isGodLevel } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { useUser } from '#core/user.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

const StartCard = lazyPart(() => import('#features/insight/start-card.tsx'), 'StartCard')

export function NoContentSet({ headingLevel }: { headingLevel?: 1 }) {
  const user = useUser()
  const isGod = isGodLevel(user)
  const isAdmin = !isGod && can(user, 'invite-users')
  return (
    <>
      <EmptyState
        headingLevel={headingLevel}
        icon={<FileQuestion />}
        title="Oops! We could not find content set."
        action={
          isGod && (
            <Button asChild variant="outline">
              <Link to="/admin">Go to the admin area</Link>
            </Button>
          )
        }
      >
        {isGod
          ? 'There is no published content set for this year and type. Publish one in the admin area.'
          : isAdmin
            ? 'There is no published content set for this year and type. Choose another, or publish one in the admin area.'
            : 'There is no published content set for this year and type. Choose another, or ask your administrator.'}
      </EmptyState>
      <Suspense>{isAdmin && <StartCard isForFramework />}</Suspense>
    </>
  )
}
