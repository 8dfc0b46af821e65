import { createFileRoute } from '@tanstack/react-router'
import { loadCertifications } from './-load-certifications.ts'
import { NoCertifications } from './-no-certifications.tsx'

export const Route = createFileRoute('/_private/admin/users/$id/certifications/$certificationId')({
  // The specification, section 2.
  staleTime: 0,
  loader: async ({ context, params }) => {
    const all = await loadCertifications(context.queryClient, params.id)
    return all.find(({ id }) => id === Number(params.certificationId)) ?? null
  },
  component: Certification,
})

function Certification() {
  const certification = Route.useLoaderData()
  if (certification === null) return <NoCertifications />
  return (
    <h2 className="text-21 font-semibold">
      {certification.title}, {certification.year}
    </h2>
  )
}
