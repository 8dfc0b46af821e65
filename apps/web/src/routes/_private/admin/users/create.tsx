import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { requireWriter } from '#features/identity/session/session-guards.ts'
import { useSys } from '#support/sys.ts'
import { PageHead } from '#ui/page.tsx'

const AddUser = lazyPart(() => import('#features/people/users/add-user.tsx'), 'AddUser')

export const Route = createFileRoute('/_private/admin/users/create')({
  validateSearch: lenient({ tenant_id: wholeNumber(1) }),
  beforeLoad: requireWriter,
  loader: ({ context }) => context.queryClient.ensureQueryData(api.tenants.choices.query()),
  head: () => ({ meta: [{ title: 'Add user' }] }),
  component: AddUserPage,
})

function AddUserPage() {
  const { tenant_id: organisation } = Route.useSearch()
  const isMailOff = useSys()?.is_mail_off
  return (
    <>
      <PageHead
        title="Add user"
        meta={
          isMailOff
            ? 'Email is turned off. We’ll email the user a link to set a password when email is turned on. To share a link now, invite the user instead.'
            : 'The user gets an email with a link to set a password. The link works once and expires after 7 days.'
        }
      />
      <Suspense>
        <AddUser organisation={organisation} />
      </Suspense>
    </>
  )
}
