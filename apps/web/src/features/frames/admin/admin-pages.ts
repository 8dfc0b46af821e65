import type { User } from 'contract/account'
import {
  Building,
  Building2,
  ClipboardCheck,
  FileText,
  History,
  Key,
  LayoutDashboard,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  Mail,
  Server,
  Users,
  UsersRound,
} from 'lucide-react'
import { can, isGodLevel, seesShared } from '#core/can.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'

export interface AdminPage {
  to: string
  label: string
  Icon: LucideIcon
  isExact?: boolean
  parts?: string
}

export function isAt({ to, isExact = false, parts }: AdminPage, here: string) {
  if (here === to || here === parts) return true
  if (isExact) return false
  return here.startsWith(`${to}/`) || (parts !== undefined && here.startsWith(`${parts}/`))
}

function adminPages(user: User, isPlatform: boolean): AdminPage[][] {
  const isWriter = can(user, 'create-users')
  const [one, all] = ['/admin/organisation', '/admin/applications']
  return [
    [
      { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard, isExact: true },
      isPlatform
        ? { to: all, label: 'Organisations', Icon: Building2 }
        : { to: one, label: 'Organisation', Icon: Building, parts: all },
      ...when(isPlatform && isAssigned(user), [{ to: one, label: 'Organisation', Icon: Building }]),
      { to: '/admin/users', label: 'Users', Icon: Users },
      { to: '/admin/participation', label: 'Participation', Icon: ListChecks },
      ...when(seesShared(user, isPlatform), [
        { to: '/admin/shared-assessments', label: 'Shared assessments', Icon: UsersRound },
      ]),
      { to: '/admin/content-sets', label: 'Content sets', Icon: LibraryBig },
      ...when(isPlatform && can(user, 'certify-assessments'), [
        { to: '/admin/reviews', label: 'Reviews', Icon: ClipboardCheck },
      ]),
    ],
    [
      ...when(isGodLevel(user), [
        { to: '/admin/admin-users', label: 'Access', Icon: Key },
        { to: '/admin/admin-invites', label: 'Invites', Icon: Mail },
      ]),
      ...when(isWriter, [
        { to: '/admin/settings/terms', label: 'Terms of use', Icon: FileText },
        { to: '/admin/audit', label: 'Audit log', Icon: History },
      ]),
      ...when(isPlatform && isGodLevel(user), [
        { to: '/admin/system', label: 'System', Icon: Server },
      ]),
    ],
  ].filter((group) => group.length > 0)
}

/** Auditors read an organisation that is assigned to them on the page that its admins have too. */
function isAssigned({ auditor }: User) {
  return auditor !== null && auditor.organisations.length > 0
}

function when(isSo: boolean, pages: AdminPage[]) {
  return isSo ? pages : []
}

export function useAdminPages() {
  const user = useUser()
  return adminPages(user, useTenant().is_platform)
}
