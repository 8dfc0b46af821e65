import type { ContentSetDetails } from 'contract/content-sets'
import { BuilderScreen } from '#features/content/builder-screen.tsx'
import { Preview } from './preview.tsx'

export function BuilderWithPreview({ set }: { set: ContentSetDetails }) {
  return <BuilderScreen set={set} Preview={Preview} />
}
