import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#features/frames/auth-frame.tsx'

/** Pages on the way to and from identity providers. Unlike `/_auth` they are also open to signed-in users. */
export const Route = createFileRoute('/_providers')({ component: AuthFrame })
