import { useQuery } from '@tanstack/react-query'
import type { Connection } from 'contract/connections'
import type { OrganisationDetails } from 'contract/tenants'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { UnassignedLinks } from './unassigned-links.tsx'
import { ConnectionRow } from './connection-row.tsx'

interface ConnectionsProps {
  organisation: OrganisationDetails
  canWrite: boolean
  isGod: boolean
}

export function Connections({ organisation, canWrite, isGod }: ConnectionsProps) {
  const params = { id: String(organisation.id) }
  const { data, error } = useQuery(api.connections.list.query({ params }))
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby="connections" className="mt-10 border-t pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="connections" className="text-18 font-semibold">
            Single sign-on connections
          </h2>
          <p className="mt-1 text-14 text-muted-foreground">
            Choose an identity provider for each email domain.
          </p>
        </div>
        {canWrite && !isAdding && (
          <Button variant="outline" icon={<Plus />} onClick={() => setAdding(true)}>
            Add connection
          </Button>
        )}
      </div>
      <FailureAlert error={error} title="The connections could not be loaded." />
      {isAdding && (
        <ConnectionForm tenantId={organisation.id} isGod={isGod} onClose={() => setAdding(false)} />
      )}
      {!error && (
        <ConnectionList {...{ organisation, canWrite, isGod, isAdding }} list={data?.connections} />
      )}
      {data && <UnassignedLinks links={data.unassigned} />}
    </section>
  )
}

interface ConnectionListProps extends ConnectionsProps {
  isAdding: boolean
  /** Undefined while it loads. */
  list: readonly Connection[] | undefined
}

function ConnectionList({ organisation, canWrite, isGod, isAdding, list }: ConnectionListProps) {
  if (!list?.length && isAdding) return null
  if (!list)
    return (
      <>
        <output className="sr-only">Loading the connections</output>
        {/* As high as what most organisations have, at every width. */}
        <div className="invisible">
          <NoConnections canWrite={canWrite} />
        </div>
      </>
    )
  if (list.length === 0) return <NoConnections canWrite={canWrite} />
  return (
    <ul className="divide-y">
      {list.map((connection) => (
        <ConnectionRow
          key={connection.id}
          tenantId={organisation.id}
          {...{ connection, canWrite, isGod }}
        />
      ))}
    </ul>
  )
}

function NoConnections({ canWrite }: Pick<ConnectionsProps, 'canWrite'>) {
  return (
    <EmptyState icon={<KeyRound />} title="No connections" headingLevel={3} className="py-8">
      {canWrite
        ? 'Connections appear here after you add them. To let users sign in with a provider, add a connection, then choose “Single sign-on” or “Both” under Sign-in.'
        : 'Connections appear here after an admin adds them.'}
    </EmptyState>
  )
}
