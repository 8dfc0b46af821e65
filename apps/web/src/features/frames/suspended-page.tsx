import { isolated } from '#core/isolated.ts'
import type { Suspended } from 'contract/errors'
import { useEffect, useRef } from 'react'
import { formatDate } from '#core/time.ts'
import { BrandFrame } from './auth-frame.tsx'

export function SuspendedPage({ suspended }: { suspended: Suspended }) {
  const { name, support_email: support, removal_at: removal } = suspended
  const state = removal === null ? 'is suspended' : 'is closed'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${isolated(name)} ${state}`
    heading.current?.focus()
  }, [name, state])
  return (
    <BrandFrame organisation={{ ...suspended, logo_url: null }}>
      <h1 ref={heading} tabIndex={-1} className="text-28 font-semibold wrap-anywhere lg:text-33">
        <bdi translate="no">{name}</bdi> {state}
      </h1>
      <p className="mt-3 text-16 text-subtle-foreground">
        {removal === null
          ? 'You can’t sign in or open assessments at the moment. Your saved data is safe.'
          : `You can’t sign in any more. All data will be deleted on ${formatDate(removal)}.`}
      </p>
      <p className="mt-3 text-16 text-subtle-foreground">
        {removal === null
          ? 'Ask your organisation’s administrator for help.'
          : 'If you still need your data, ask your organisation’s administrator for it before then.'}{' '}
        {support && (
          <>
            If you are an admin, contact{' '}
            <a href={`mailto:${support}`} className="link wrap-anywhere">
              {support}
            </a>
            .
          </>
        )}
      </p>
      <button type="button" className="link mt-3 min-h-11" onClick={() => location.reload()}>
        Try again
      </button>
    </BrandFrame>
  )
}
