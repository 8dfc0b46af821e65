import { notFound } from '@tanstack/react-router'
import type { User } from 'contract/users'
import { can } from '#core/can.ts'

/** Who may write content sets: god-admins, and admins for their own organisation. */
export function requireAuthor({ context: { user } }: { context: { user: User } }) {
  if (!can(user, 'create-concept-set-for-company')) throw notFound()
}
