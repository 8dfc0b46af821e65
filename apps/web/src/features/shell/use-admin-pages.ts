import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { adminPages } from './admin-pages.ts'

export function useAdminPages() {
  return adminPages(useUser(), useTenant().is_platform)
}
