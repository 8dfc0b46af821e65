import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'
import { toNotFound } from '#core/route-id.ts'
import { PageTabs } from '#support/page-tabs.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { NamedHead } from '#ui/named-head.tsx'
import { MovingNotice } from '#features/organisations/moving-notice.tsx'
import { userDetailsQuery } from '#features/people/users/user-query.ts'

export const Route = createFileRoute('/_private/admin/users/$id')({
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery(userDetailsQuery(params.id)).catch(toNotFound),
  head: () => ({ meta: [{ title: 'Edit user' }] }),
  component: EditUser,
})

function EditUser() {
  const { id } = Route.useParams()
  const { data: user } = useSuspenseQuery(userDetailsQuery(id))
  return (
    <>
      <NamedHead
        parent={
          <a href="/admin/users" className="link hit-44">
            Users
          </a>
        }
        title="Edit user"
        name={user.name}
        meta={
          <span className="flex flex-wrap items-center gap-x-4">
            <span translate="no" className="wrap-anywhere">
              {user.email}
            </span>
            <span translate="no">{user.tenant.name}</span>
            <StatusDot isOn={user.is_active}>{user.is_active ? 'Active' : 'Inactive'}</StatusDot>
          </span>
        }
      />
      <MovingNotice {...user.tenant} />
      <PageTabs
        label="User pages"
        tabs={[
          { to: `/admin/users/${id}/main-details`, label: 'Main details' },
          { to: `/admin/users/${id}/assessment`, label: 'Assessments' },
          { to: `/admin/users/${id}/certifications`, label: 'Certifications' },
        ]}
      />
      <Outlet />
    </>
  )
}
