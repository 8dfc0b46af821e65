import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Where the web keeps what users lose most by: files of apps/web/src by kind, of which the first that fits counts. */
export const KINDS: Record<string, string[]> = {
  guards: [
    'core/can.ts',
    'features/*/guards.ts',
    'features/oidc/require-debug-pages.ts',
    'features/session/{session-watch,sign-out,use-go-on}.*',
    'features/shell/leave-*.tsx',
    'routes/{_auth,_private,_private/_ux,_private/admin}.tsx',
  ],
  keys: [
    'core/shortcuts.ts',
    'features/assessment/{grid-focus,use-enter}.ts',
    'features/finder/use-find-key.ts',
    'features/reviews/button-key.tsx',
    '**/*-keys.ts',
  ],
  dialogs: ['features/confirm-owner/*', '**/*{dialog,dialogs}.tsx', 'ui/return-focus.ts'],
  print: [
    'features/certification/certificate.tsx',
    'features/mfa/recovery-codes.tsx',
    'features/reports/{collapsible,report-elements,report-view,show-more,use-open-parts,use-pdf,use-printing}.*',
  ],
  stores: [
    'core/{memory-storage,session,storage-keys,theme,toast,transport}.ts',
    'core/unsaved/*',
    'features/assessment/{outbox*,uploads,use-draft,use-outbox}.ts',
    'features/consent/consent.ts',
    'features/content/saving/*',
    'features/oidc/identity-stores.ts',
    'features/session/unsaved-copies.ts',
    'features/shell/{form-draft,sys}.ts',
  ],
  forms: [
    'core/field-errors.ts',
    'features/admin/save-record.tsx',
    'features/content/editor/*-field*.tsx',
    'features/settings/*-section.tsx',
    'features/shell/{merge-records,use-edited-record}.ts',
    'routes/_auth/**/*.tsx',
    'ui/{form,use-first-invalid,radio-cards}.*',
    '**/*-{field,fields,form}.tsx',
  ],
}

/** The kind of each of these files, by path below the folder. */
export function filesByKind(folder: string): Map<string, string> {
  const kinds = new Map<string, string>()
  for (const [kind, patterns] of Object.entries(KINDS))
    for (const file of globSync(patterns, { cwd: folder, exclude: ['**/*.test.*'] }).sort())
      if (!kinds.has(file) && /\.tsx?$/.test(file)) kinds.set(file, kind)
  if (kinds.size === 0) throw new Error(`${join(folder)} has none of the files.`)
  return kinds
}
