import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTenant } from '#core/tenant.ts'
import { WaymarkLogo } from '#support/tenant-mark.tsx'
import { cn } from '#ui/cn.ts'

export function Footer({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <footer
      data-print="hide"
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13 text-muted-foreground max-sm:flex-col max-sm:items-start',
        className,
      )}
    >
      <span className="flex items-center gap-2.5">
        <WaymarkLogo />
        Waymark uses necessary cookies only
      </span>
      {children}
    </footer>
  )
}

export const FOOT_LINK = 'link-quiet py-2'

const PAGES = [
  { to: '/help', label: 'Help' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/cookies-policy', label: 'Cookies policy' },
] as const

/** The terms of use open differently on each page. */
export function AboutLinks({ terms }: { terms: ReactNode }) {
  const { support_email: support } = useTenant()
  return (
    <nav aria-label="About this site" className="flex flex-wrap gap-x-4">
      {terms}
      {PAGES.map(({ to, label }) => (
        <Link key={to} to={to} className={FOOT_LINK}>
          {label}
        </Link>
      ))}
      {support && (
        <a href={`mailto:${support}`} className={FOOT_LINK}>
          Support
        </a>
      )}
    </nav>
  )
}
