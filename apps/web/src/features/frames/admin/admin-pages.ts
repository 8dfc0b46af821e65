import type { User } from 'contract/account'
import { useQuery } from '@tanstack/react-query'
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
} from 'lucide-react'
import { api } from '#core/api.ts'
import { can, isCompanyAdmin, isGodLevel } from '#core/can.ts'
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

function adminPages(user: User, isPlatform: boolean, hasOrganisation: boolean): AdminPage[][] {
  const isWriter = can(user, 'create-users')
  const application = { to: '/admin/organisation', label: 'Application', Icon: Building }
  return [
    [
      { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard, isExact: true },
      ...when(isPlatform, [
        { to: '/admin/applications', label: 'Organisations', Icon: Building2 },
        ...when(hasOrganisation, [application]),
      ]),
      ...when(!isPlatform, [{ ...application, parts: '/admin/applications' }]),
      { to: '/admin/users', label: 'Users', Icon: Users },
      { to: '/admin/participation', label: 'Participation', Icon: ListChecks },
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

function when(isSo: boolean, pages: AdminPage[]) {
  return isSo ? pages : []
}

export function useAdminPages() {
  const user = useUser()
  const { is_platform: isPlatform } = useTenant()
  const enabled = isPlatform && isCompanyAdmin(user)
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled })
  return adminPages(user, isPlatform, enabled && data?.organisations[0] !== undefined)
}
