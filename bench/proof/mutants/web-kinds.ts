import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Where the web keeps what users lose most by: files of apps/web/src by kind, of which the first that fits counts. */
export const KINDS: Record<string, string[]> = {
  guards: [
    'core/can.ts',
    'features/identity/sign-out.tsx',
    'features/identity/*/{registration-guards,session-guards,require-debug-pages,session-watch}.*',
    'features/records/leave-*.tsx',
    'routes/{_auth,_private,_private/_ux,_private/admin}.tsx',
    'support/use-go-on.ts',
  ],
  keys: [
    'core/shortcuts.ts',
    'features/assessments/*/{grid-focus,use-enter}.ts',
    'features/certification/review/button-key.tsx',
    'support/use-find-key.ts',
    '**/*-keys.ts',
  ],
  dialogs: [
    'features/identity/{confirm-owner/*,use-confirm-owner.tsx}',
    '**/*{dialog,dialogs}.tsx',
    'ui/return-focus.ts',
  ],
  print: [
    'features/certification/certificates/certificate.tsx',
    'features/identity/mfa/recovery-codes.tsx',
    'features/reports/{first-rows,use-open-parts,use-printing}.*',
    'features/reports/*/{collapsible,report-elements,report-view}.*',
  ],
  stores: [
    'core/{memory-storage,session,storage-keys,theme,toast,transport}.ts',
    'core/unsaved/*',
    'features/assessments/*/{outbox*,uploads,use-draft,use-outbox}.ts',
    'features/content/saving/*',
    'features/frames/consent/consent.ts',
    'features/identity/oidc/identity-stores.ts',
    'features/identity/unsaved-copies.ts',
    'features/records/form-draft.ts',
    'support/sys.ts',
  ],
  forms: [
    'core/field-errors.ts',
    'features/content/editor/*-field*.tsx',
    'features/identity/account/*-section.tsx',
    'features/records/{merge-records,save-record,use-edited-record}.*',
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
