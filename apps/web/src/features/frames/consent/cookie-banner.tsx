import { Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { giveConsent, useConsent } from './consent.ts'

export function CookieBanner() {
  const consent = useConsent((state) => state.consent)
  if (consent !== null) return null
  return (
    <section
      aria-labelledby="cookies-title"
      data-print="hide"
      className="flex flex-wrap items-center gap-x-8 gap-y-4 border-b bg-popover px-(--gutter) py-4 text-foreground"
    >
      <div className="max-w-[46rem] min-w-64 flex-1">
        <h2 id="cookies-title" className="text-16 font-semibold">
          Cookies
        </h2>
        <p className="text-15 text-subtle-foreground">
          We use a few cookies to sign you in and protect your work. We don’t use analytics. If that
          changes, we will ask you first.{' '}
          <Link to="/cookies-policy" className="link">
            Cookies policy
          </Link>
        </p>
      </div>
      <div className="grid shrink-0 grid-cols-2 gap-3 *:whitespace-nowrap max-sm:w-full sm:ml-auto">
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
