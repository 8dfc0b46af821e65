import { useMutation } from '@tanstack/react-query'
import type { Connection, ConnectionCheck } from 'contract/connections'
import { Check, CircleAlert, CircleCheck, Copy, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Badge, StatusDot } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { EndConnection, UnlinkAll } from './connection-dialogs.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { useConnectionsChanged } from '#support/refresh-organisation.ts'

interface ConnectionRowProps {
  tenantId: number
  connection: Connection
  canWrite: boolean
  isGod: boolean
}

type Task = 'none' | 'editing' | 'turning-off' | 'unlinking' | 'removing'

export function ConnectionRow({ tenantId, connection, canWrite, isGod }: ConnectionRowProps) {
  const refresh = useConnectionsChanged(tenantId)
  const { withConfirmation, dialog } = useConfirmOwner()
  const turnOn = useMutation({
    mutationFn: () =>
      withConfirmation(() =>
        api.connections.change.call({ params, body: { version, is_active: true } }),
      ),
    onSettled: refresh,
  })
  const test = useMutation(api.connections.test.mutation())
  const [task, setTask] = useState<'none' | 'editing' | 'turning-off' | 'unlinking' | 'removing'>(
    'none',
  )
  const { domain, version, is_active: isActive } = connection
  const params = { id: String(tenantId), connectionId: String(connection.id) }
  const canChange = isGod || !connection.is_for_others
  const stop = () => setTask('none')
  return (
    <li className="space-y-3 py-4 text-14">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium break-words">{domain}</h3>
          <Facts connection={connection} />
          <CertificateFaults connection={connection} />
        </div>
        {canWrite && (
          <Menu
            trigger={<IconButton label={`Actions for ${domain}`} icon={<Ellipsis />} size="xs" />}
          >
            <MenuItem onSelect={() => test.mutate({ params })}>Test connection</MenuItem>
            {canChange && <MenuItem onSelect={() => setTask('editing')}>Edit</MenuItem>}
            {canChange && (
              <MenuItem onSelect={() => (isActive ? setTask('turning-off') : turnOn.mutate())}>
                {isActive ? 'Turn off' : 'Turn on'}
              </MenuItem>
            )}
            <MenuSeparator />
            {canChange && (
              <MenuItem onSelect={() => setTask('unlinking')}>Remove all links</MenuItem>
            )}
            <MenuItem isDestructive onSelect={() => setTask('removing')}>
              Remove
            </MenuItem>
          </Menu>
        )}
      </div>
      <FailureAlert error={turnOn.error} title="The connection was not changed." />
      <FailureAlert error={test.error} title="The connection was not tested." />
      <ConnectionChecks checks={test.data?.checks} isTesting={test.isPending} />
      {task === 'editing' ? (
        <ConnectionForm {...{ tenantId, connection, isGod }} onClose={stop} />
      ) : (
        <ConnectionAddresses connection={connection} />
      )}
      <TaskDialog {...{ task, tenantId, connection }} onClose={stop} />
      {dialog}
    </li>
  )
}

interface TaskDialogProps {
  task: Task
  tenantId: number
  connection: Connection
  onClose: () => void
}

function TaskDialog({ task, ...props }: TaskDialogProps) {
  if (task === 'unlinking') return <UnlinkAll {...props} />
  if (task === 'turning-off') return <EndConnection how="off" {...props} />
  return task === 'removing' && <EndConnection how="removed" {...props} />
}

function Facts({ connection }: { connection: Connection }) {
  const { domain, name, is_active: isActive } = connection
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-subtle-foreground">
      {name !== domain && name}
      <StatusDot isOn={isActive}>{isActive ? 'On' : 'Off'}</StatusDot>
      <Badge variant="outline">{connection.kind === 'saml' ? 'SAML' : 'OpenID'}</Badge>
      {connection.is_for_others && <span>Signs in users from another organisation</span>}
      {connection.creates_users && <span>Creates accounts for new users</span>}
      <Certificates connection={connection} />
    </p>
  )
}

const SOON_MS = 30 * 86_400_000

/** When a provider changes its key, a certificate may end beside one that lasts. */
function Certificates({ connection: { certificates } }: { connection: Connection }) {
  const isReplaced = certificates.some((certificate) => timeLeft(certificate) > SOON_MS)
  return certificates.map((certificate) => {
    const { fingerprint, valid_until: until } = certificate
    const left = timeLeft(certificate)
    if (left > SOON_MS)
      return <span key={fingerprint}>Certificate valid until {formatDate(until)}</span>
    const variant = left > 0 ? 'warning' : 'destructive'
    return (
      <Badge key={fingerprint} variant={isReplaced ? 'neutral' : variant}>
        {left > 0
          ? `Certificate expires on ${formatDate(until)}`
          : `Certificate expired on ${formatDate(until)}`}
      </Badge>
    )
  })
}

function timeLeft({ valid_until }: Connection['certificates'][number]) {
  return new Date(valid_until).getTime() - Date.now()
}

const EXPIRED = 'Enter the provider’s new certificate.'

function CertificateFaults({ connection }: { connection: Connection }) {
  const { certificates, certificate_faults: unusable } = connection
  const areOver = certificates.length > 0 && certificates.every((one) => timeLeft(one) <= 0)
  const faults = [...unusable, ...(areOver ? [EXPIRED] : [])]
  if (faults.length === 0) return null
  return (
    <ul className="mt-2 space-y-1">
      {faults.map((fault) => (
        <li key={fault} className="flex items-start gap-2 text-destructive-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 stroke-[1.75]" />
          {fault}
        </li>
      ))}
    </ul>
  )
}

interface ConnectionChecksProps {
  checks: readonly ConnectionCheck[] | undefined
  isTesting: boolean
}

function ConnectionChecks({ checks, isTesting }: ConnectionChecksProps) {
  return (
    <div role="status">
      {isTesting && <p className="text-muted-foreground">Testing the connection</p>}
      {!isTesting && checks && (
        <ul aria-label="Test results" className="space-y-2 rounded-md bg-muted px-4 py-3">
          {checks.map((check) => (
            <CheckRow key={`${check.name} ${check.detail}`} check={check} />
          ))}
          <li className="text-13 text-muted-foreground">This test didn’t sign anyone in.</li>
        </ul>
      )}
    </div>
  )
}

function CheckRow({ check: { name, detail, is_ok: isOk } }: { check: ConnectionCheck }) {
  const Icon = isOk ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        role="img"
        aria-label={isOk ? 'Passed' : 'Failed'}
        className={`mt-0.5 size-4.5 shrink-0 stroke-[1.75] ${isOk ? 'text-success-ink' : 'text-destructive-ink'}`}
      />
      <span className="min-w-0">
        <span className="font-medium">{name}</span>
        <span className="block text-13 break-words text-subtle-foreground">{detail}</span>
      </span>
    </li>
  )
}

function ConnectionAddresses({ connection }: { connection: Connection }) {
  return (
    <Disclosure title="Settings for your provider" className="rounded-md border px-4 last:border-b">
      <dl className="space-y-3">
        {connection.addresses.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-13 text-muted-foreground">{label}</dt>
            <dd className="flex items-center gap-2">
              <span className="min-w-0 font-mono text-13 break-all">{value}</span>
              <CopyButton label={`Copy ${label}`} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

function CopyButton({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <IconButton
        label={label}
        size="xs"
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => {
          void navigator.clipboard.writeText(value).then(() => setCopied(true))
        }}
      />
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
