import type { User } from 'contract/users'
import { LogOut } from 'lucide-react'
import { useSignOut } from '#features/session/sign-out.tsx'
import { Button } from '#ui/button.tsx'
import { UserMenu } from './user-menu.tsx'

/** The person's menu; before the terms are accepted there is only the way out. */
export function UserCorner({ user }: { user: User }) {
  return user.tc_accepted ? <UserMenu user={user} /> : <SignOutButton />
}

function SignOutButton() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <Button variant="ghost" icon={<LogOut />} onClick={() => void signOut()}>
        Sign out
      </Button>
      {dialog}
    </>
  )
}
