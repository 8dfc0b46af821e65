import { Outlet, createFileRoute } from '@tanstack/react-router'
import { PageTabs } from '#support/page-tabs.tsx'
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
      <PageTabs label="Account pages" tabs={TABS} />
      <div className="-mt-6 max-w-[42.5rem] *:first:border-t-0">
        <Outlet />
      </div>
    </>
  )
}
