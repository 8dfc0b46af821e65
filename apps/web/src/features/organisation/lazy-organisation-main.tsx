import type { CustomerDetails } from 'contract/tenants'
import { lazy, Suspense } from 'react'

const Form = lazy(() =>
  import('./organisation-main.tsx').then((module) => ({ default: module.OrganisationMain })),
)

/** The form is large, so it loads after the page. */
export function OrganisationMain({ customer }: { customer: CustomerDetails }) {
  return (
    <Suspense>
      <Form customer={customer} />
    </Suspense>
  )
}
