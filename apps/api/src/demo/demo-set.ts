import { ContentSetFile } from 'contract/content-format'
import content from './operational-resilience.json' with { type: 'json' }

export function demoSet(): ContentSetFile {
  return ContentSetFile.parse(content)
}
