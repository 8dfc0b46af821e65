/** One of several links, of which one leads to what is shown. */
export const TAB_LOOK =
  'relative inline-flex min-h-11 items-center gap-2 px-3.5 text-15 font-medium whitespace-nowrap text-subtle-foreground hover:text-foreground focus-visible:-outline-offset-3 aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-primary-ui'
