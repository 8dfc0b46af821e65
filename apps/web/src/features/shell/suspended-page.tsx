import { isolated } from '#core/isolated.ts'
import type { Suspended } from 'contract/errors'
import { useEffect, useRef } from 'react'
import { BrandFrame } from './auth-frame.tsx'

export function SuspendedPage({ suspended }: { suspended: Suspended }) {
  const { name, support_email: support } = suspended
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${isolated(name)} is suspended`
    heading.current?.focus()
  }, [name])
  return (
    <BrandFrame organisation={{ ...suspended, logo_url: null }}>
      <h1 ref={heading} tabIndex={-1} className="text-28 font-semibold wrap-anywhere lg:text-33">
        <bdi>{name}</bdi> is suspended
      </h1>
      <p className="mt-3 text-16 text-subtle-foreground">
        You can’t sign in or open assessments at the moment. Your saved data is safe.
      </p>
      <p className="mt-3 text-16 text-subtle-foreground">
        Ask your organisation’s administrator for help.{' '}
        {support && (
          <>
            If you are the administrator, contact{' '}
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
