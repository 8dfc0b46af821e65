import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_debug')({
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})
