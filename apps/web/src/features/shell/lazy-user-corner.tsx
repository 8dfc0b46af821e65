import { lazyPart } from '#core/lazy-part.ts'

/** Loaded after the page, because visitors don't need it. */
export const LazyUserCorner = lazyPart(() => import('./user-corner.tsx'), 'UserCorner')
