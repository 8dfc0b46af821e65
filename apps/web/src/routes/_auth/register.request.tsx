import { createFileRoute, redirect } from '@tanstack/react-router'
import { lenient, someText } from '#core/lenient.ts'

/** Where a stranger to the public organisation is sent; everybody else signs in. */
export const Route = createFileRoute('/_auth/register/request')({
  validateSearch: lenient({ redirect: someText }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login', search })
  },
})
