import { LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useSignOut } from './sign-out.tsx'

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
