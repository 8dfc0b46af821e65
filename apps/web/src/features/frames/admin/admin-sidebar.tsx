import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { HostMark, WaymarkLogo } from '#support/tenant-mark.tsx'
import { useTenant } from '#core/tenant.ts'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { AdminNav, SIDE_ITEM } from './admin-nav.tsx'

interface AdminSidebarProps {
  isNarrow: boolean
  onNarrow: (isNarrow: boolean) => void
}

export function AdminSidebar({ isNarrow, onNarrow }: AdminSidebarProps) {
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r bg-muted p-3 lg:flex">
      <AdminHome isNarrow={isNarrow} />
      <OrganisationInView isNarrow={isNarrow} />
      <AdminNav isNarrow={isNarrow} />
      <button
        type="button"
        aria-expanded={!isNarrow}
        onClick={() => onNarrow(!isNarrow)}
        className={cn(SIDE_ITEM, 'mt-auto', isNarrow && 'justify-center px-0')}
      >
        <Icon />
        <span className={cn(isNarrow && 'sr-only')}>{isNarrow ? 'Expand' : 'Collapse'}</span>
      </button>
    </aside>
  )
}

export function AdminHome({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <Link
      to="/admin"
      activeOptions={{ exact: true }}
      className={cn(
        'flex min-h-11 items-center gap-2.5 px-2 text-16 font-semibold',
        isNarrow && 'justify-center px-0',
      )}
    >
      <WaymarkLogo className="size-5.5 shrink-0 text-primary-ui" />
      <span className={cn(isNarrow && 'sr-only')}>Waymark</span>
      {!isNarrow && (
        <Badge variant="outline" className="max-sm:hidden">
          Admin
        </Badge>
      )}
    </Link>
  )
}

export function OrganisationInView({ isNarrow = false }: { isNarrow?: boolean }) {
  const tenant = useTenant()
  if (tenant.is_platform) return null
  return (
    <p
      className={cn(
        'flex flex-wrap items-center gap-x-2.5 gap-y-1 px-2',
        isNarrow && 'justify-center px-0',
      )}
    >
      <HostMark className={cn('size-6 text-13', isNarrow && 'max-w-full!')} />
      <span
        translate="no"
        // Below a wide logo rather than beside it in pieces.
        className={cn(
          'min-w-0 flex-1 basis-24 text-14 font-medium wrap-anywhere',
          isNarrow && 'sr-only',
        )}
      >
        {tenant.name}
      </span>
    </p>
  )
}
