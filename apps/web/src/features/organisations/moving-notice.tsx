import type { OrganisationDetails } from 'contract/tenants'
import { Alert } from '#ui/alert.tsx'

/** On every page of the organisation, whose controls are absent until the move has ended. */
export function MovingNotice({ domain, status }: Pick<OrganisationDetails, 'domain' | 'status'>) {
  if (status !== 'moving') return null
  return (
    <Alert variant="warning" title="Organisation being moved." className="mb-6">
      It is moving to another installation, or has moved there. Here everything can be read, but not
      changed, and no one can sign in. To end the move, the operator of Waymark runs{' '}
      <Command>{`npm run tenant -- keep ${domain}`}</Command>; to delete what is left here after it,{' '}
      <Command>{`npm run tenant -- remove ${domain}`}</Command>.
    </Alert>
  )
}

function Command({ children }: { children: string }) {
  return (
    <code translate="no" className="font-mono text-[0.9em]">
      {children}
    </code>
  )
}
