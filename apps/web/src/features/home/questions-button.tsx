import { ChevronDown, FileSpreadsheet } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'

/** The button of the menu, which loads later. Until then it keeps its room. */
export function QuestionsButton({ className, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button
      {...button}
      variant="outline"
      icon={<FileSpreadsheet />}
      iconEnd={<ChevronDown />}
      className={cn('max-md:order-last max-md:col-span-2', className)}
    >
      Questions
    </Button>
  )
}
