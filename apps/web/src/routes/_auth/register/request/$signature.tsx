import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { AccountForm } from '#features/identity/registration/account-form.tsx'
import { requirePublicScope } from '#features/identity/registration/registration-guards.ts'
import { LinkGate, useMailedEmail } from '#features/identity/registration/link-gate.tsx'

export const Route = createFileRoute('/_auth/register/request/$signature')({
  validateSearch: lenient({ email: someText }),
  beforeLoad: requirePublicScope,
  head: () => ({ meta: [{ title: 'Register' }] }),
  component: RegisterPage,
})

function RegisterPage() {
  const params = Route.useParams()
  const email = useMailedEmail(Route.useSearch().email)
  return (
    <LinkGate
      check={api.registration.checkRequest.query({ params })}
      email={email}
      again="/register/request"
      otherwise={
        <>
          Already registered?{' '}
          <Link to="/login" className="link">
            Sign in
          </Link>
        </>
      }
    >
      {(sentTo) => (
        <>
          <h1 tabIndex={-1} className="text-33 font-semibold">
            Register
          </h1>
          <AccountForm
            hasOrganisation
            email={sentTo}
            label="Register"
            again="/register/request"
            send={({ name, organisation_name, password }, terms_id) =>
              api.registration.register.call({
                params,
                body: { email: sentTo, name, organisation_name, password, terms_id },
              })
            }
          />
        </>
      )}
    </LinkGate>
  )
}
