import { formatSize } from 'contract/file-size'
import type { System } from 'contract/system'
import { formatNumber, plural } from 'rules/plural'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/time.ts'
import { Fact } from '#ui/fact.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { Section } from '#ui/section.tsx'

const CHECKS: Record<keyof System['checks'], string> = {
  database: 'Database',
  migrations: 'Migrations',
  queue: 'Job queue',
  mail: 'Mail server',
  storage: 'File store',
  backup: 'Scheduled backup',
  forwarding: 'Audit log forwarding',
  scanner: 'Virus scanner',
  settings: 'Node settings',
}

export function SystemFacts({ system }: { system: System }) {
  const { nodes, checks, scanning, mails, audit_forwarding } = system
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <Facts title="Installation">
        <Fact term="Version">{system.version}</Fact>
        <Fact term="Latest migration">{system.newest_migration.replace(/\.sql$/, '')}</Fact>
        <Fact term="Applied">{formatMoment(system.migrated_at)}</Fact>
        <Fact term="Active nodes">{nodes.length === 0 ? 'None' : <Nodes nodes={nodes} />}</Fact>
        {system.maintenance_since !== null && (
          <Fact term="Maintenance mode">
            <span className="text-destructive-ink">
              On since {formatMoment(system.maintenance_since)}. Only the platform’s address is
              open. To turn maintenance mode off, run npm run maintenance -- off.
            </span>
          </Fact>
        )}
        <Fact term="Last complete backup">
          {system.last_backup === null ? 'None' : formatMoment(system.last_backup)}
        </Fact>
        {/* The check of scheduled backups may say it already. */}
        {system.backup_error !== null && !checks.backup.includes(system.backup_error) && (
          <Fact term="Latest backup">{system.backup_error}</Fact>
        )}
        {audit_forwarding !== null && <Forwarding {...audit_forwarding} />}
      </Facts>
      <Facts title="Health">
        {Object.entries(CHECKS).map(([name, label]) => (
          <Fact key={name} term={label}>
            <Check state={checks[name as keyof System['checks']]} isWanted={name === 'backup'} />
          </Fact>
        ))}
      </Facts>
      <Facts title="Storage and mail">
        <Fact term="Database">{formatSize(system.database_size)}</Fact>
        <Fact term="Attachments">{formatSize(system.attachments_size)}</Fact>
        <Fact term="Prepared downloads">{formatSize(system.downloads_size)}</Fact>
        <Fact term="Waiting for a virus check">
          {plural(scanning.files, { one: '# file', other: '# files' })}
          {scanning.since !== null && `, since ${formatMoment(scanning.since)}`}
        </Fact>
        <Fact term="Emails waiting">{formatNumber(mails.queued)}</Fact>
        <Fact term="Emails failed">{formatNumber(mails.failed)}</Fact>
      </Facts>
    </div>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title} titleClassName="mb-3">
      <dl className="divide-y rounded-lg border bg-card text-14">{children}</dl>
    </Section>
  )
}

function Forwarding({ forwarded_at, waiting }: NonNullable<System['audit_forwarding']>) {
  return (
    <>
      <Fact term="Audit log last forwarded">
        {forwarded_at === null ? 'Not yet' : formatMoment(forwarded_at)}
      </Fact>
      <Fact term="Audit entries to forward">{formatNumber(waiting)}</Fact>
    </>
  )
}

function Nodes({ nodes }: Pick<System, 'nodes'>) {
  return (
    <ul>
      {nodes.map(({ name, version, started_at }) => (
        <li key={`${name} ${started_at}`}>
          {name} ({version}, since {formatMoment(started_at)})
        </li>
      ))}
    </ul>
  )
}

/** `isWanted` if an installation shouldn't be without it. */
function Check({ state, isWanted }: { state: string; isWanted: boolean }) {
  if (state === 'off' && isWanted)
    return (
      <span className="text-warning-ink">
        Off. To schedule backups, set BACKUP_SCHEDULE and BACKUP_TARGET.
      </span>
    )
  if (state === 'ok') return <StatusDot isOn>Works</StatusDot>
  if (state === 'off') return <StatusDot isOn={false}>Off</StatusDot>
  return <span className="text-destructive-ink">{state}</span>
}
