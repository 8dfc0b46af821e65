import type { Connection } from 'contract/connections'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

export function ConnectionAddresses({ connection }: { connection: Connection }) {
  return (
    <Disclosure
      title="What to enter at the provider"
      className="rounded-md border px-4 last:border-b"
    >
      <dl className="space-y-3">
        {connection.addresses.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-13 text-muted-foreground">{label}</dt>
            <dd className="flex items-center gap-2">
              <span className="min-w-0 font-mono text-13 break-all">{value}</span>
              <CopyButton label={`Copy ${label.toLowerCase()}`} value={value} />
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
