import { ContentSetFile } from 'contract/content-format'
import resilience from './operational-resilience.json' with { type: 'json' }
import suppliers from './supplier-assurance.json' with { type: 'json' }

export function demoSet(): ContentSetFile {
  return ContentSetFile.parse(resilience)
}

/** A template of the platform. */
export function supplierAssurance(): ContentSetFile {
  return ContentSetFile.parse(suppliers)
}
