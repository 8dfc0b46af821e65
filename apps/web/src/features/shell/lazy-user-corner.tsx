import { lazyPart } from '#core/lazy-part.ts'

export const LazyUserCorner = lazyPart(() => import('./user-corner.tsx'), 'UserCorner')
