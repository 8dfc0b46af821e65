import type { CustomerDetails } from 'contract/tenants'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LazyOrganisationMark } from './lazy-brand.tsx'
import type { WantedLogo } from './use-logo.ts'

interface LogoConflictProps {
  customer: CustomerDetails
  /** What stands now. */
  logoUrl: string | null
  mine: WantedLogo
  isSaving: boolean
  onUseMine: () => void
  onKeepTheirs: () => void
}

/** Somebody else changed the logo meanwhile: both are shown, and one is chosen. */
export function LogoConflict({ customer, logoUrl, mine, ...rest }: LogoConflictProps) {
  const { isSaving, onUseMine, onKeepTheirs } = rest
  const look = { name: customer.name, colour: customer.brand_colour, className: 'size-11 text-18' }
  return (
    <Alert
      variant="warning"
      isLive
      className="mb-4"
      title="Somebody else changed the logo meanwhile."
    >
      <p>Nothing of yours is saved yet.</p>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        <div className="flex items-center gap-3">
          <LazyOrganisationMark {...look} logoUrl={mine} />
          <Button variant="outline" size="xs" isLoading={isSaving} onClick={onUseMine}>
            {mine === null ? 'Remove it all the same' : 'Use yours'}
          </Button>
        </div>
        <div className="flex items-center gap-3">
          <LazyOrganisationMark {...look} logoUrl={logoUrl} />
          <Button variant="outline" size="xs" onClick={onKeepTheirs}>
            {logoUrl === null ? 'Keep none, as they have it' : 'Keep theirs'}
          </Button>
        </div>
      </div>
    </Alert>
  )
}
