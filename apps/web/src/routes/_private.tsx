import { createFileRoute } from '@tanstack/react-router'
import { enterPrivate } from '#features/session/guards.ts'

export const Route = createFileRoute('/_private')({ beforeLoad: enterPrivate })
