/** First on every page; it moves the focus and leaves the address alone. */
export function SkipLink() {
  return (
    <a
      href="#main"
      data-print="hide"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector('main')?.focus()
      }}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-4 py-2.5 font-medium text-background focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
