import { notFound } from '@tanstack/react-router'
import { hasCode } from '#core/api-error.ts'

export function toNotFound(error: unknown): never {
  throw hasCode(error, 'not-found') ? notFound() : error
}
