import { createFileRoute } from '@tanstack/react-router'
import { leaveIfSignedIn } from '#features/session/guards.ts'
import { AuthFrame } from '#features/shell/auth-frame.tsx'

export const Route = createFileRoute('/_auth')({
  beforeLoad: leaveIfSignedIn,
  component: AuthFrame,
})
