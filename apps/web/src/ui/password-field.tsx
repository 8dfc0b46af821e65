import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="hit-44 grid size-9 place-items-center rounded-md text-muted-foreground hover:text-foreground"
        >
          <Icon className="size-4.5 stroke-[1.75]" />
        </button>
      }
    />
  )
}
