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
        We need a few cookies to sign you in and keep your work safe. We measure nothing today; if
        that changes, we do so only with your agreement.{' '}
        <Link to="/cookies-policy" className="link">
          Cookies policy
        </Link>
      </p>
      <div className="mt-4 flex gap-3 *:flex-1">
        <Button variant="outline" onClick={() => giveConsent('all')}>
          Accept all
        </Button>
        <Button variant="outline" onClick={() => giveConsent('necessary')}>
          Only necessary
        </Button>
      </div>
    </section>
  )
}
