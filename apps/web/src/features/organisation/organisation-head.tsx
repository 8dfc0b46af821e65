import type { CustomerDetails } from 'contract/tenants'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSiteAddress } from '#features/admin/use-site-address.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { PageHead } from '#ui/page.tsx'
import { LazyOrganisationMark } from './lazy-brand.tsx'
import { useLogoUrl } from './use-logo-url.ts'

interface OrganisationHeadProps {
  customer: CustomerDetails
  title: string
  overline?: ReactNode
  parent?: ReactNode
}

export function OrganisationHead({ customer, title, overline, parent }: OrganisationHeadProps) {
  const address = useSiteAddress()(customer)
  const logoUrl = useLogoUrl(customer)
  return (
    <>
      {parent && <p className="mb-3 text-13 text-subtle-foreground lg:hidden">{parent}</p>}
      {overline && <p className="mb-3 text-13 wrap-anywhere text-subtle-foreground">{overline}</p>}
      <div className="mb-6 flex items-start gap-4">
        <LazyOrganisationMark
          name={customer.name}
          colour={customer.brand_colour}
          logoUrl={logoUrl}
          className="size-11"
        />
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
