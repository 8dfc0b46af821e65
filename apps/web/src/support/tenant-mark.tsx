import type { LogoSize } from 'contract/tenants'
import { useTenant } from '#core/tenant.ts'
import { cn } from '#ui/cn.ts'

interface TenantMarkProps {
  name: string
  /** Undefined until it has loaded: then neither the letter nor the logo is shown. */
  logoUrl: string | null | undefined
  /** Unknown where an earlier version answers. */
  logoSize?: LogoSize | null | undefined
  className?: string | undefined
}

/** Of the organisation of this host. */
export function HostMark({ className }: Pick<TenantMarkProps, 'className'>) {
  const { name, logo_url: logoUrl, logo_size: logoSize } = useTenant()
  return <TenantMark {...{ name, logoUrl, logoSize, className }} />
}

export function TenantMark({ name, logoUrl, logoSize, className }: TenantMarkProps) {
  const look = cn('size-8.5 shrink-0 rounded-md', className)
  const wide = cn(look, 'w-auto max-w-40 object-contain dark:bg-white dark:p-1')
  // Until a page has fetched the logo, only its place is kept.
  if (logoUrl === undefined && logoSize) {
    const { width, height } = logoSize
    return (
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className={cn(wide, 'invisible')}
      />
    )
  }
  if (logoUrl) {
    // Wide logos keep their width, also while they load; if it isn't known, the place is a square. Some don't suit a dark
    // background, so all get a white one.
    return (
      <img
        src={logoUrl}
        alt=""
        {...logoSize}
        className={cn(wide, !logoSize && 'aspect-[auto_1/1]')}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={cn(
        'grid place-items-center text-16 font-semibold text-primary-foreground select-none',
        logoUrl === null && 'bg-primary',
        look,
      )}
    >
      {logoUrl === null && Array.from(name.trim())[0]?.toLocaleUpperCase('en-GB')}
    </span>
  )
}

export function WaymarkLogo({ className = 'size-5' }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <circle cx="4.6" cy="19" r="3.4" fill="currentColor" />
      <path
        d="M4.6 19C13 19 7 8.5 13.8 8.1M18 3.2L22.4 7.6L18 12L13.6 7.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
