import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Customer } from 'contract/tenants'
import { api } from '#core/api.ts'
import { useSiteAddress } from '#features/admin/use-site-address.ts'
import { StatusDot } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/admin/')({
  head: () => ({ meta: [{ title: 'Dashboard' }] }),
  loader: ({ context }) => context.queryClient.ensureQueryData(api.tenants.list.query()),
  component: AdminDashboard,
})

function AdminDashboard() {
  const { year, rows: customers } = useSuspenseQuery(api.tenants.list.query()).data
  return (
    <>
      <PageHead title="Dashboard" meta={`Organisations and their assessments of ${year}`} />
      {customers.length === 0 ? (
        <EmptyState title="No organisations">
          Organisations stand here once one is assigned to you.
        </EmptyState>
      ) : (
        <CustomerTable customers={customers} />
      )}
    </>
  )
}

const NUMBER_LOOK = 'px-4 py-3 text-right tabular-nums'

function CustomerTable({ customers }: { customers: readonly Customer[] }) {
  const address = useSiteAddress()
  return (
    <section aria-label="Organisations" className="overflow-x-auto rounded-lg border bg-card">
      <table className="w-full min-w-[44rem] text-left text-14">
        <thead className="border-b text-13 text-muted-foreground">
          <tr>
            <th className="px-4 py-3 font-medium">Organisation</th>
            <th className="px-4 py-3 font-medium">Status</th>
            <th className={`${NUMBER_LOOK} font-medium`}>Users</th>
            <th className={`${NUMBER_LOOK} font-medium`}>In progress</th>
            <th className={`${NUMBER_LOOK} font-medium`}>Completed</th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id} className="h-12.5 border-b last:border-0">
              <th scope="row" className="px-4 py-2 font-medium">
                <a href={address(customer)} className="link">
                  {customer.name}
                </a>
              </th>
              <td className="px-4 py-2">
                <StatusDot isOn={customer.status === 'active'}>
                  {customer.status === 'active' ? 'Active' : 'Suspended'}
                </StatusDot>
              </td>
              <td className={NUMBER_LOOK}>{customer.users}</td>
              <td className={NUMBER_LOOK}>{customer.assessments_in_progress}</td>
              <td className={NUMBER_LOOK}>{customer.assessments_completed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
