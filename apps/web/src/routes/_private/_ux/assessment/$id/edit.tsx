import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { Player } from '#features/assessments/player/player.tsx'
import { preferencesQuery } from '#features/assessments/steps/preferences-query.ts'
import { useOutboxState } from '#features/assessments/outbox/use-outbox.ts'
import { useUser } from '#core/user.ts'
import { LazyUserCorner } from '#features/frames/lazy-user-corner.tsx'

const readSearch = lenient({ elementId: wholeNumber(1) })

export const Route = createFileRoute('/_private/_ux/assessment/$id/edit')({
  validateSearch: readSearch,
  beforeLoad: ({ search: { elementId } }) => {
    if (elementId === undefined) throw redirect({ to: '/' })
  },
  head: () => ({ meta: [{ title: 'Edit assessment' }] }),
  component: EditPage,
})

function EditPage() {
  const { id } = Route.useParams()
  const { elementId = 0 } = Route.useSearch()
  const { queryKey, queryFn } = api.assessments.quiz.query({ params: { id, elementId } })
  // Not cached: answers may have been saved elsewhere.
  const { data, isError } = useQuery({ queryKey: [...queryKey, 'edit'], queryFn, gcTime: 0 })
  const { isLoading } = useQuery(preferencesQuery)
  const { isLoaded } = useOutboxState()
  const user = useUser()
  if (isError) return <Failed />
  if (data === undefined || isLoading || !isLoaded) return <GreyLayers />
  return (
    <Suspense fallback={<GreyLayers />}>
      <Player
        key={`${id} ${elementId}`}
        quiz={data}
        mode="edit"
        corner={<LazyUserCorner user={user} />}
      />
    </Suspense>
  )
}

function Failed() {
  return (
    <main id="main" tabIndex={-1} className="p-8">
      <p role="alert">error</p>
    </main>
  )
}

function GreyLayers() {
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh">
      <output className="block space-y-4 p-8">
        <span className="sr-only">Loading the statements</span>
        {['h-16', 'h-24', 'h-80'].map((layer) => (
          <span key={layer} className={`block rounded-lg bg-track ${layer}`} />
        ))}
      </output>
    </main>
  )
}
