import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { AskForm } from '#features/identity/registration/ask-form.tsx'
import { requireRegistration } from '#features/identity/registration/registration-guards.ts'
import { buttonLook } from '#ui/button.tsx'
import { useTenant } from '#core/tenant.ts'

export const Route = createFileRoute('/_auth/register/request/')({
  validateSearch: lenient({ redirect: someText }),
  beforeLoad: requireRegistration,
  head: () => ({ meta: [{ title: 'Request access' }] }),
  component: RequestPage,
})

function RequestPage() {
  const search = Route.useSearch()
  const { name } = useTenant()
  return (
    <AskForm
      title="Request access"
      aside={
        <Link to="/login" search={search} className={buttonLook('outline')}>
          Sign in
        </Link>
      }
      about={<About />}
      intro={`We’ll email you a link to register with ${name}.`}
      label="Send link"
      mutation={api.registration.request.mutation()}
      promise={(email) =>
        `We have sent an email to ${email}. If there is no account for this address yet, the email contains a link to register. The link works once and expires after 7 days.`
      }
    />
  )
}

const FACTS = [
  {
    term: 'For whom',
    text: 'People who know how things are done in their organisation.',
  },
  {
    term: 'How it works',
    text: 'You read short statements, and choose where you are now and where you want to be.',
  },
  {
    term: 'How long it takes',
    text: 'About half a minute a statement. You can stop at any time and continue later.',
  },
]

/** A visitor may have been led here without knowing what this is. */
function About() {
  return (
    <>
      <p className="mt-4 text-18">
        Find out how mature your organisation’s practice is. You get a report on what to do next.
      </p>
      <dl className="mt-4 space-y-3 border-y py-4 text-15">
        {FACTS.map(({ term, text }) => (
          <div key={term}>
            <dt className="font-medium">{term}</dt>
            <dd className="text-subtle-foreground">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
