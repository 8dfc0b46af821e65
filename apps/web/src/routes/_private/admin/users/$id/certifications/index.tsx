import { Link, createFileRoute } from '@tanstack/react-router'
import { loadCertifications } from './-load-certifications.ts'
import { NoCertifications } from './-no-certifications.tsx'

export const Route = createFileRoute('/_private/admin/users/$id/certifications/')({
  loader: ({ context, params }) => loadCertifications(context.queryClient, params.id),
  component: Certifications,
})

function Certifications() {
  const certifications = Route.useLoaderData()
  const { id } = Route.useParams()
  if (certifications.length === 0) return <NoCertifications />
  return (
    <ul className="divide-y rounded-lg border bg-card">
      {certifications.map((certification) => (
        <li key={certification.id} className="flex justify-between gap-4 px-4 py-3">
          <Link
            to="/admin/users/$id/certifications/$certificationId"
            params={{ id, certificationId: String(certification.id) }}
            className="link"
          >
            {certification.title}
          </Link>
          {certification.year}
        </li>
      ))}
    </ul>
  )
}
