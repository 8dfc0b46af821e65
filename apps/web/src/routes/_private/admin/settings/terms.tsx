import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { isGodLevel } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, oneOf, someText, wholeNumber } from '#core/lenient.ts'
import { paging } from '#features/lists/list-search.ts'
import { requireWriter } from '#features/identity/session/session-guards.ts'
import { useUser } from '#core/user.ts'
import { PageHead } from '#ui/page.tsx'
import { Segment } from '#ui/segment.tsx'
import { Acceptances } from '#features/organisations/terms/acceptances.tsx'
import { TermsVersions } from '#features/organisations/terms/terms-versions.tsx'

const OrganisationTermsEditor = lazyPart(
  () => import('#features/organisations/terms/organisation-terms-editor.tsx'),
  'OrganisationTermsEditor',
)
const TermsEditor = lazyPart(
  () => import('#features/organisations/terms/terms-editor.tsx'),
  'TermsEditor',
)

const VIEWS = ['text', 'versions', 'accepted'] as const

export const Route = createFileRoute('/_private/admin/settings/terms')({
  validateSearch: lenient({
    view: oneOf(VIEWS),
    ...paging,
    name: someText,
    version: wholeNumber(1),
  }),
  beforeLoad: requireWriter,
  // Always refetch, because other users may have changed them.
  loader: async ({ context: { queryClient, user } }) => {
    await Promise.all([
      queryClient.fetchQuery({ ...api.termsEditing.versions.query(), staleTime: 0 }),
      ...(isGodLevel(user)
        ? []
        : [queryClient.fetchQuery({ ...api.termsEditing.additions.query(), staleTime: 0 })]),
    ])
  },
  head: () => ({ meta: [{ title: 'Terms of use' }] }),
  component: TermsPage,
})

function TermsPage() {
  const { view = 'text' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isEditor = isGodLevel(useUser())
  const labels = {
    text: isEditor ? 'Next version' : 'Organisation-specific terms',
    versions: 'Versions',
    accepted: 'Accepted by',
  }
  return (
    <>
      <PageHead
        title="Terms of use"
        meta={
          isEditor
            ? 'These terms apply to all organisations. Each organisation can add its own terms.'
            : 'Users see your organisation-specific terms below the platform terms.'
        }
      />
      <Segment
        label="View"
        className="mb-6"
        options={VIEWS.map((value) => ({ value, label: labels[value] }))}
        value={view}
        onValueChange={(next) => navigate({ search: { view: next } })}
      />
      <Suspense>
        {view === 'text' && (isEditor ? <TermsEditor /> : <OrganisationTermsEditor />)}
      </Suspense>
      {view === 'versions' && <TermsVersions />}
      {view === 'accepted' && <Acceptances />}
    </>
  )
}
