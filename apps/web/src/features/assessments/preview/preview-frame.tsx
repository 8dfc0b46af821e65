import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { isTyping } from '#core/shortcuts.ts'
import { cn } from '#ui/cn.ts'

interface PreviewFrameProps {
  title: string
  isDark: boolean
  width?: number | undefined
  className?: string | undefined
  children: ReactNode
}

const EMPTY_PAGE = '<!doctype html><html lang="en-GB"><body></body></html>'

/** A frame with its own width and theme, so that the content wraps as on that screen. */
export function PreviewFrame({ title, isDark, width, className, children }: PreviewFrameProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const [page, setPage] = useState<Document | null>(null)
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const scale = useScale(place, width)

  useEffect(() => {
    page?.documentElement.classList.toggle('dark', isDark)
  }, [page, isDark])

  function onLoad() {
    const inside = frame?.contentDocument
    if (!inside) return
    for (const sheet of document.head.querySelectorAll('link[rel=stylesheet], style')) {
      inside.head.append(sheet.cloneNode(true))
    }
    inside.addEventListener('keydown', forwardKey)
    setPage(inside)
  }

  return (
    <div ref={setPlace} className={cn('relative overflow-hidden', className)}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- an empty page; no foreign content is loaded into it */}
      <iframe
        ref={setFrame}
        title={title}
        srcDoc={EMPTY_PAGE}
        onLoad={onLoad}
        className="origin-top-left border-0 bg-background"
        style={{
          width: width === undefined ? '100%' : `${width}px`,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
        }}
      />
      {page && createPortal(<main className="wrap-anywhere">{children}</main>, page.body)}
    </div>
  )
}

/** Passes the builder's shortcuts on to the page. */
function forwardKey(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
  const { type, key, code, ctrlKey, metaKey, shiftKey, altKey } = event
  const same = { key, code, ctrlKey, metaKey, shiftKey, altKey, cancelable: true }
  if (!document.dispatchEvent(new KeyboardEvent(type, same))) event.preventDefault()
}

function useScale(place: HTMLElement | null, width: number | undefined) {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    if (!place) return undefined
    const observer = new ResizeObserver(() =>
      setScale(width === undefined ? 1 : Math.min(1, place.clientWidth / width)),
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [place, width])
  return scale
}
