import type { ComponentProps } from 'react'
import { useFirstInvalid } from '#ui/use-first-invalid.ts'

/** Focuses the first invalid field after a submit. For forms without react-hook-form, which does so itself. */
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
