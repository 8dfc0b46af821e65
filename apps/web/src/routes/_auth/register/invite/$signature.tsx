import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { AccountForm } from '#features/identity/registration/account-form.tsx'
import { LinkGate, useMailedEmail } from '#features/identity/registration/link-gate.tsx'
import { useTenant } from '#core/tenant.ts'

export const Route = createFileRoute('/_auth/register/invite/$signature')({
  validateSearch: lenient({ email: someText }),
  head: () => ({ meta: [{ title: 'Accept invitation' }] }),
  component: InvitePage,
})

function InvitePage() {
  const params = Route.useParams()
  const email = useMailedEmail(Route.useSearch().email)
  const { name: organisation } = useTenant()
  return (
    <LinkGate
      check={api.registration.checkInvite.query({ params })}
      email={email}
      otherwise="Ask your administrator for a new invitation, or sign in if you already have an account."
    >
      {(sentTo) => (
        <>
          <h1 tabIndex={-1} className="text-33 font-semibold">
            Join {organisation}
          </h1>
          <AccountForm
            hasOrganisation={false}
            email={sentTo}
            label="Accept invitation"
            send={({ name, password }, terms_id) =>
              api.registration.acceptInvite.call({
                params,
                body: { email: sentTo, name, password, terms_id },
              })
            }
          />
        </>
      )}
    </LinkGate>
  )
}
