import { createFileRoute } from '@tanstack/react-router'
import { leaveIfSignedIn } from '#features/identity/session/session-guards.ts'
import { AuthFrame } from '#features/frames/auth-frame.tsx'

export const Route = createFileRoute('/_auth')({
  beforeLoad: leaveIfSignedIn,
  component: AuthFrame,
})
