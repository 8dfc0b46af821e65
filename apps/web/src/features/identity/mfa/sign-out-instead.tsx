import { useSignOut } from '#features/identity/sign-out.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutInstead() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <Button variant="ghost" className="mt-6 -ml-4" onClick={() => void signOut()}>
        Sign out instead
      </Button>
      {dialog}
    </>
  )
}
