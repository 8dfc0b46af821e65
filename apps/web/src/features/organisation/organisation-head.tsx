import type { CustomerDetails } from 'contract/tenants'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSiteAddress } from '#features/admin/use-site-address.ts'
import { TenantMark } from '#features/artwork/tenant-mark.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { PageHead } from '#ui/page.tsx'
import { brandStyle } from './brand-style.ts'
import { useLogoUrl } from './use-logo-url.ts'

interface OrganisationHeadProps {
  customer: CustomerDetails
  title: string
  overline?: ReactNode
}

export function OrganisationHead({ customer, title, overline }: OrganisationHeadProps) {
  const address = useSiteAddress()(customer)
  const logoUrl = useLogoUrl(customer)
  return (
    <>
      {overline && <p className="mb-3 text-13 text-subtle-foreground">{overline}</p>}
      <div className="mb-6 flex items-start gap-4">
        <span style={brandStyle(customer.brand_colour, 'light')} className="shrink-0">
          <TenantMark name={customer.name} logoUrl={logoUrl} className="size-11" />
        </span>
        <PageHead
          className="mb-0 min-w-0 flex-1"
          title={title}
          meta={
            <span className="flex flex-wrap items-center gap-2.5">
              {new URL(address).hostname}
              {customer.status === 'suspended' && <Badge variant="warning">Suspended</Badge>}
            </span>
          }
          actions={
            customer.status === 'active' && (
              <a href={address} className={buttonLook('outline')}>
                Open site
                <ExternalLink aria-hidden="true" />
              </a>
            )
          }
        />
      </div>
    </>
  )
}
