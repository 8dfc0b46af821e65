export const FLOAT_LOOK = 'border bg-popover text-foreground shadow-float'

export const SCRIM_LOOK =
  'fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

export const DIALOG_LOOK = `${FLOAT_LOOK} fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-xl max-sm:pb-[env(safe-area-inset-bottom)] data-[state=closed]:animate-exit max-sm:data-[state=open]:animate-sheet-up sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:w-[calc(100%-3rem)] sm:rounded-xl sm:data-[state=open]:animate-enter`
