import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** `lazy` for a named export: `lazyPart(() => import('./radar.tsx'), 'Radar')`. */
export function lazyPart<
  Name extends string,
  // oxlint-disable-next-line typescript/no-explicit-any -- as in React's own type
  Module extends Record<Name, ComponentType<any>>,
>(load: () => Promise<Module>, name: Name): LazyExoticComponent<Module[Name]> {
  return lazy(async () => ({ default: (await load())[name] }))
}
