import { Link } from '@tanstack/react-router'
import { ORGANISATION_STATUS_LABELS } from 'contract/labels'
import type { OrganisationDetails } from 'contract/tenants'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#core/time.ts'
import { useSiteAddress } from './use-site-address.ts'
import { useTenant } from '#core/tenant.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { NamedHead } from '#ui/named-head.tsx'
import { PageHead } from '#ui/page.tsx'
import { LazyOrganisationMark } from './brand/lazy-brand.tsx'
import { MovingNotice } from './moving-notice.tsx'
import { useLogoUrl } from './brand/use-logo-url.ts'

interface OrganisationHeadProps {
  organisation: OrganisationDetails
  /** Instead of the organisation's name. */
  title?: string
  parent?: ReactNode
}

export function OrganisationHead({ organisation, title, parent }: OrganisationHeadProps) {
  const address = useSiteAddress()(organisation)
  const logoUrl = useLogoUrl(organisation)
  const { name, status, removal_at: removalAt } = organisation
  const rest = {
    meta: (
      <span className="flex flex-wrap items-center gap-2.5">
        {new URL(address).hostname}
        {status !== 'active' && (
          <Badge variant="warning">
            {removalAt === null
              ? ORGANISATION_STATUS_LABELS[status]
              : `Will be deleted on ${formatDate(removalAt)}`}
          </Badge>
        )}
      </span>
    ),
    actions: status !== 'suspended' && (
      <a href={address} className={buttonLook('outline')}>
        Open site
        <ExternalLink />
      </a>
    ),
  }
  return (
    <>
      {parent && <p className="mb-3 text-13 text-subtle-foreground lg:hidden">{parent}</p>}
      <div className="mb-6 flex items-start gap-4">
        <LazyOrganisationMark
          name={name}
          colour={organisation.brand_colour}
          logoUrl={logoUrl}
          logoSize={organisation.logo_size}
          className="size-11"
        />
        {title === undefined ? (
          <PageHead className={HEAD} title={<span translate="no">{name}</span>} {...rest} />
        ) : (
          <NamedHead className={HEAD} title={title} name={name} {...rest} />
        )}
      </div>
      <MovingNotice {...organisation} />
    </>
  )
}

const HEAD = 'mb-0 min-w-0 flex-1'

interface OrganisationTabsProps {
  organisation: OrganisationDetails
  /** The first tab is the page `/admin/organisation`, which company admins always have. */
  isApplication?: boolean
}

export function OrganisationTabs({ organisation, isApplication = false }: OrganisationTabsProps) {
  const { id, open_invitations, users } = organisation
  const { is_platform: isPlatform } = useTenant()
  const parts = `/admin/applications/${id}`
  const main =
    isPlatform && !isApplication
      ? { to: `${parts}/main` }
      : { to: '/admin/organisation', search: isPlatform ? { tenant_id: id } : {} }
  const tabs = [
    { label: 'Main', ...main },
    { label: 'Invites', to: `${parts}/invites`, count: open_invitations },
    { label: 'Users', to: `${parts}/users`, count: users },
  ]
  return (
    <nav aria-label={organisation.name} className="mb-7 flex gap-1 border-b">
      {tabs.map(({ label, count, ...link }) => (
        <Link
          key={label}
          {...link}
          activeOptions={{ includeSearch: false }}
          className="relative -mb-px flex min-h-11 items-center gap-2 px-3.5 font-medium text-subtle-foreground hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-primary-ui"
        >
          {label}
          {count !== undefined && (
            <span className="rounded-full bg-muted px-2 text-13 text-muted-foreground tabular-nums">
              {count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
