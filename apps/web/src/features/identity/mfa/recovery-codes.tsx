import { Copy, Download, Printer } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saveFile } from '#core/files.ts'
import { showFailure, showSuccess } from '#core/toast.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { takeFocus } from '#ui/take-focus.ts'

interface RecoveryCodesProps {
  codes: string[]
  doneLabel: string
  onDone: () => unknown
}

export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const title = `Recovery codes for ${useUser().email} at ${useTenant().name} (${location.host}). Each code works once.`
  const text = [title, '', ...codes, ''].join('\n')
  const leave = useMutation({ mutationFn: async () => onDone() })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return (
    <div className="space-y-5">
      <div ref={takeFocus} tabIndex={-1}>
        <Alert title="Save these recovery codes." isLive>
          You won’t see these codes again. If you lose your device, each code lets you sign in once.
        </Alert>
      </div>
      <div data-print="only">
        <p className="hidden pb-4 print:block">{title}</p>
        <ol
          aria-label="Recovery codes"
          className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-6 gap-y-2 rounded-lg border bg-card p-5 font-mono text-16"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" icon={<Copy />} onClick={() => void copy(text)}>
          Copy codes
        </Button>
        <Button variant="outline" icon={<Download />} onClick={() => download(text)}>
          Download codes
        </Button>
        <Button variant="outline" icon={<Printer />} onClick={() => window.print()}>
          Print codes
        </Button>
      </div>
      <Button isLoading={leave.isPending} onClick={() => leave.mutate()}>
        {doneLabel}
      </Button>
    </div>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess('Recovery codes copied')
  } catch {
    showFailure(
      'The codes were not copied',
      'Your browser blocked copying. Download or print the codes instead.',
    )
  }
}

function download(text: string) {
  saveFile(new File([text], 'waymark-recovery-codes.txt', { type: 'text/plain' }))
}
