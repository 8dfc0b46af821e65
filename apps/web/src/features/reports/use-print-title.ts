import { useEffect } from 'react'

/** The foot of each printed page says what it is of, as the PDF's does. */
export function usePrintTitle(title: string) {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--print-title', `"${CSS.escape(title)}"`)
    return () => void style.removeProperty('--print-title')
  }, [title])
}
