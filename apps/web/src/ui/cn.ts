import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '15', '16', '18', '21', '26', '28', '33', '44', 'control'],
      spacing: ['control'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
