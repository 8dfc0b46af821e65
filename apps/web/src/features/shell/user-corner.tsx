import type { User } from 'contract/users'
import { SignOutButton } from '#features/session/sign-out-button.tsx'
import { UserMenu } from './user-menu.tsx'

/** The person's menu; before the terms are accepted there is only the way out. */
export function UserCorner({ user }: { user: User }) {
  return user.tc_accepted ? <UserMenu user={user} /> : <SignOutButton />
}
