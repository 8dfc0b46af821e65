import { LogOut } from 'lucide-react'
import { useSignOut } from '#features/session/sign-out.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutButton() {
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
