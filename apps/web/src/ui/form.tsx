import type { ComponentProps } from 'react'
import { useFirstInvalid } from '#ui/use-first-invalid.ts'

/** A form that checks itself; react-hook-form takes the focus to the first error by its own means. */
export function Form({ onSubmit, ...props }: Omit<ComponentProps<'form'>, 'ref' | 'onInput'>) {
  const { place, onTry, onInput } = useFirstInvalid<HTMLFormElement>()
  return (
    <form
      noValidate
      {...props}
      ref={place}
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault()
        onTry()
        onSubmit?.(event)
      }}
    />
  )
}
