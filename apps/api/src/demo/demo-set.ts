import { ContentSetFile } from 'contract/content-format'
import outages from './ready-for-outages.json' with { type: 'json' }
import personalData from './personal-data.json' with { type: 'json' }
import resilience from './operational-resilience.json' with { type: 'json' }
import suppliers from './supplier-assurance.json' with { type: 'json' }
import visitors from './open-to-visitors.json' with { type: 'json' }

export function demoSet(): ContentSetFile {
  return ContentSetFile.parse(resilience)
}

/** Templates of the platform: the first without a scheme, then one in stages, a ladder and a checklist. */
export function demoTemplates(): ContentSetFile[] {
  return [suppliers, personalData, outages, visitors].map((file) => ContentSetFile.parse(file))
}
