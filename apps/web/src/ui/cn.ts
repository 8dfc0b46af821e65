import { clsx, type ClassValue } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'
import { CLASS_GROUPS } from './class-groups.ts'

const merge = createTailwindMerge(() => CLASS_GROUPS)

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
