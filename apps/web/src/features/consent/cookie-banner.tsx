import { Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { FLOAT_LOOK } from '#ui/overlay.ts'
import { giveConsent, useConsent } from './consent.ts'

export function CookieBanner() {
  const consent = useConsent((state) => state.consent)
  if (consent !== null) return null
  return (
    <section
      aria-labelledby="cookies-title"
      data-consent
      className={`${FLOAT_LOOK} m-3 rounded-xl p-5 sm:m-6 sm:w-[29rem] sm:p-6`}
    >
      <h2 id="cookies-title" className="text-18 font-semibold">
        Cookies
      </h2>
      <p className="mt-1 text-15 text-subtle-foreground">
        We use a few cookies to sign you in and protect your work. We don’t use analytics. If that
        changes, we will ask you first.{' '}
        <Link to="/cookies-policy" className="link">
          Cookies policy
        </Link>
      </p>
      <div className="mt-4 flex gap-3 *:flex-1">
        <Button variant="outline" onClick={() => giveConsent('all')}>
          Accept all
        </Button>
        <Button variant="outline" onClick={() => giveConsent('necessary')}>
          Necessary only
        </Button>
      </div>
    </section>
  )
}
