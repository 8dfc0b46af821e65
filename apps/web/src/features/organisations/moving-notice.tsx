import type { OrganisationDetails } from 'contract/tenants'
import { Alert } from '#ui/alert.tsx'

/** On every page of the organisation, whose controls are absent until the move has ended. */
export function MovingNotice({ domain, status }: Pick<OrganisationDetails, 'domain' | 'status'>) {
  if (status !== 'moving') return null
  return (
    <Alert variant="warning" title="This organisation is being moved." className="mb-6">
      Until the move has ended, you can read everything here, but you can’t change anything. Users
      can’t sign in. To stop the move, the operator of this service runs{' '}
      <Command>{`npm run tenant -- keep ${domain}`}</Command>. After the move, the operator runs{' '}
      <Command>{`npm run tenant -- remove ${domain}`}</Command> to delete the data that is still
      here.
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
