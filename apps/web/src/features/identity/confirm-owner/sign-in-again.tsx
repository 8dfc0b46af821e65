import { useSignOut } from '#features/identity/sign-out.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

export function SignInAgain({ title }: { title: string }) {
  const { signOut, dialog } = useSignOut()
  return (
    <Alert
      title={title}
      action={
        <Button variant="outline" size="xs" onClick={() => void signOut()}>
          Sign out
        </Button>
      }
    >
      You signed in more than 10 minutes ago. Sign out, then sign in again.
      {dialog}
    </Alert>
  )
}
