import { Link, Outlet, createFileRoute } from '@tanstack/react-router'
import { PageTabs, TAB_LOOK } from '#features/admin/page-tabs.tsx'
import { PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/admin/account')({
  head: () => ({ meta: [{ title: 'Account' }] }),
  component: AccountPage,
})

const TABS = [
  { to: '/admin/account/general', label: 'General' },
  { to: '/admin/account/security', label: 'Security' },
] as const

function AccountPage() {
  return (
    <>
      <PageHead title="Account" />
      <PageTabs label="Account pages">
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} className={TAB_LOOK}>
            {label}
          </Link>
        ))}
      </PageTabs>
      <div className="-mt-6 max-w-[42.5rem] *:first:border-t-0">
        <Outlet />
      </div>
    </>
  )
}
