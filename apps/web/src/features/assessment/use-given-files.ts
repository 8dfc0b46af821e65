import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped or pasted anywhere on the page; true while some are held over it. */
export function useGivenFiles(isTaking: boolean, take: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const onGiven = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    setDragging(false)
    if (files.length === 0) return
    event.preventDefault()
    if (isTaking) take(files)
  })
  const onHeld = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would leave the page for the file.
    event.preventDefault()
    setDragging(isTaking)
  })
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('dragover', (event) => onHeld(event), { signal })
    document.addEventListener('drop', (event) => onGiven(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => onGiven(event, event.clipboardData), { signal })
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setDragging(false),
      { signal },
    )
    return () => over.abort()
  }, [])
  return isDragging
}
