import { formatNumber } from 'rules/plural'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TermsVersion } from 'contract/terms-editing'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { formatDate } from '#core/time.ts'
import { Markdown } from '#support/markdown.tsx'
import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Section } from '#ui/section.tsx'

const TextDifference = lazyPart(() => import('./text-difference.tsx'), 'TextDifference')

export function TermsVersions() {
  const { versions } = useSuspenseQuery(api.termsEditing.versions.query()).data
  return (
    <div className="max-w-4xl">
      <div className="border-t">
        {versions.map((version) => (
          <Version key={version.id} version={version} />
        ))}
      </div>
      {versions.length > 1 && <Compare versions={versions} />}
    </div>
  )
}

const STATUS = {
  coming: { variant: 'warning', label: 'Upcoming' },
  'in-force': { variant: 'success', label: 'In force' },
  earlier: { variant: 'neutral', label: 'Earlier' },
} as const

function Version({ version: { id, version, text, status, ...more } }: { version: TermsVersion }) {
  const { variant, label } = STATUS[status]
  return (
    <Disclosure
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Version {version}
          <Badge variant={variant}>{label}</Badge>
          <span className="font-normal text-muted-foreground">
            {`from ${formatDate(more.effective_at)}${more.must_accept ? ', acceptance required' : ''}`}
          </span>
        </span>
      }
      aside={`${formatNumber(more.accepted)} accepted`}
    >
      {more.what_changed && (
        <div className="mb-4 border-l-3 border-primary-ui pl-4">
          <Markdown text={more.what_changed} />
        </div>
      )}
      <Markdown text={text} />
      <p className="mt-4">
        <Link
          to="/admin/settings/terms"
          search={{ view: 'accepted', version: id }}
          className="link text-14"
        >
          {`View who accepted version ${version}`}
        </Link>
      </p>
    </Disclosure>
  )
}

function Compare({ versions }: { versions: readonly TermsVersion[] }) {
  const [older, setOlder] = useState(versions[1]?.version)
  const [newer, setNewer] = useState(versions[0]?.version)
  const sides = [
    { label: 'From', version: older, choose: setOlder },
    { label: 'To', version: newer, choose: setNewer },
  ]
  const options = versions.map(({ version }) => ({
    value: String(version),
    label: `Version ${version}`,
  }))
  const textOf = (chosen: number | undefined) =>
    versions.find(({ version }) => version === chosen)?.text ?? ''
  return (
    <Section id="compare" title="Compare" titleClassName="mb-3" className="mt-10">
      <div className="mb-4 flex flex-wrap gap-4">
        {sides.map(({ label, version, choose }) => (
          <SelectField
            key={label}
            label={label}
            options={options}
            value={String(version)}
            onChange={(event) => choose(Number(event.target.value))}
            fieldClassName="w-44"
          />
        ))}
      </div>
      <Suspense fallback={<Skeleton className="w-full" />}>
        <TextDifference older={textOf(older)} newer={textOf(newer)} />
      </Suspense>
    </Section>
  )
}
