export function WaymarkLogo({ className = 'size-5' }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <circle cx="4.6" cy="19" r="3.4" fill="currentColor" />
      <path
        d="M4.6 19C13 19 7 8.5 13.8 8.1M18 3.2L22.4 7.6L18 12L13.6 7.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
