import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#features/shell/auth-frame.tsx'

/**
 * On the way to and from identity providers; unlike `/_auth` open to people who are signed in. Its pages alone
 * have the frame: `/auth/sso` itself is none.
 */
export const Route = createFileRoute('/_providers')({ component: AuthFrame })
