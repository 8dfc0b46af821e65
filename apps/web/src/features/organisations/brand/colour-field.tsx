import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

interface ColourFieldProps extends Omit<TextFieldProps, 'label' | 'end'> {
  colour: string
  onPick: (colour: string) => void
}

export function ColourField({ colour, onPick, ...field }: ColourFieldProps) {
  return (
    <TextField
      label="Brand colour"
      hint="Choose one colour. We add matching shades and keep text readable."
      className="font-mono"
      spellCheck={false}
      {...field}
      end={
        <input
          type="color"
          aria-label="Choose a brand colour"
          disabled={field.disabled}
          value={colour.toLowerCase()}
          onChange={(event) => onPick(event.target.value.toUpperCase())}
          className="h-8 w-10 cursor-pointer rounded-sm border-0 bg-transparent p-0 disabled:cursor-not-allowed"
        />
      }
    />
  )
}
