import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#features/shell/auth-frame.tsx'

/** On the way to and from Salesforce; unlike `/_auth` open to people who are signed in. */
export const Route = createFileRoute('/auth/salesforce')({ component: AuthFrame })
