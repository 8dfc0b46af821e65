import type { CustomerDetails } from 'contract/tenants'
import { lazy, Suspense } from 'react'

const Form = lazy(() =>
  import('./organisation-main.tsx').then((module) => ({ default: module.OrganisationMain })),
)

/** The form weighs more than the rest of its page, and comes after it. */
export function OrganisationMain({ customer }: { customer: CustomerDetails }) {
  return (
    <Suspense>
      <Form customer={customer} />
    </Suspense>
  )
}
