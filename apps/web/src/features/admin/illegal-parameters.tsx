import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

interface IllegalParametersProps {
  illegal: readonly string[]
  onClear: () => void
}

/** The alert of strict lists (the specification, section 2). */
export function IllegalParameters({ illegal, onClear }: IllegalParametersProps) {
  if (illegal.length === 0) return null
  return (
    <Alert
      variant="warning"
      isLive
      className="mb-4"
      title="Illegal query parameters detected"
      action={
        <Button
          variant="outline"
          onClick={() => {
            onClear()
            document.querySelector<HTMLElement>('main h1')?.focus()
          }}
        >
          Clear Invalid Parameters
        </Button>
      }
    >
      <span className="block">
        These parts of the address are not valid and were ignored:{' '}
        {illegal.map((parameter, index) => (
          <span key={parameter}>
            {index > 0 && ', '}
            <code className="rounded-sm bg-card px-1 font-mono text-13 break-all">{parameter}</code>
          </span>
        ))}
      </span>
    </Alert>
  )
}
