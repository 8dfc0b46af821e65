import type { OrganisationDetails } from 'contract/tenants'
import { Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'

const Form = lazyPart(() => import('./organisation-main.tsx'), 'OrganisationMain')

/** The form is large, so it loads after the page. */
export function OrganisationMain({ organisation }: { organisation: OrganisationDetails }) {
  return (
    <Suspense>
      <Form organisation={organisation} />
    </Suspense>
  )
}
