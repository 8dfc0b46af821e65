import { formatSize } from 'contract/file-size'
import type { OrganisationDetails } from 'contract/tenants'
import { cn } from '#ui/cn.ts'
import { Section } from '#ui/section.tsx'

const NEARLY_FULL = 90

export function Storage({ organisation }: { organisation: OrganisationDetails }) {
  const { attachment_bytes: used, attachment_quota: quota } = organisation
  const percent = quota === 0 ? 100 : Math.min(100, Math.floor((used / quota) * 100))
  const text =
    used === 0
      ? `0 MB of ${formatSize(quota)} used`
      : `${formatSize(used)} of ${formatSize(quota)} used`
  return (
    <Section id="storage" title="Attachments" className="mt-10 border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        Users can attach files to their answers. Removing a file frees up space after about an hour.
      </p>
      <p className="mb-2 text-15 font-medium tabular-nums">{text}</p>
      <div
        role="meter"
        aria-labelledby="storage"
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 max-w-100 overflow-hidden rounded-full bg-track"
      >
        <div
          className={cn(
            'h-full rounded-full',
            percent < NEARLY_FULL ? 'bg-foreground' : 'bg-destructive',
          )}
          style={{ width: `${percent}%` }}
        />
      </div>
      {percent >= NEARLY_FULL && (
        <p className="mt-2 text-14 font-medium">
          {percent === 100
            ? 'Storage is full. Users can’t attach files until they remove some.'
            : 'Storage is almost full. Ask users to remove files they don’t need.'}
        </p>
      )}
    </Section>
  )
}
