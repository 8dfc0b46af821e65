/*
 * What a first visit loads. The first page names every file of every page and has a limit, which scripts/size.ts checks:
 * "The first page" in CONTRIBUTING.md says what to do about it. A new page needs nothing here.
 */

const VIEWS = ['component', 'errorComponent', 'notFoundComponent'] as const

/** How pages are split off. */
export const PAGES = {
  // A page and its error view in one file: without a connection the page must still say so.
  defaultBehavior: [[...VIEWS]],
  // These pages are not for every visitor: what they load is fetched with them.
  splitBehavior: ({ routeId }: { routeId: string }) =>
    /^\/(_private\/(admin|_ux\/(certification|action-reports))|verify|auth\/salesforce)/.test(
      routeId,
    )
      ? [[...VIEWS, 'loader' as const]]
      : undefined,
}

// Few files for a first visit: left alone, each part that two pages share would be one of its own.
const SHARED = [
  // What every page loads; its priority keeps these parts out of the others.
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  // How texts are compared, which the sign-in page and pages without a form need.
  { name: 'same-text', test: /contract[\\/]src[\\/]same-text\./, priority: 3 },
  // What the sign-in page shares with later pages; each name brings along what it is made of.
  {
    name: 'parts',
    test: /routes[\\/]_auth\.|cookie-banner|[\\/]ui[\\/](alert|error-panel|form|password-field|take-focus)\.|identity-flows|key-round|lazy-check|route-error|use-go-on|safe-redirect|useMutation/,
    priority: 1,
  },
  // The sign-in page, by which name scripts/size.ts knows it, with what all forms need: one request less for a first
  // visit. What pages without a form share with it must not bring that along.
  { name: 'sign-in', test: /routes[\\/]_auth[\\/]login\.|react-hook-form/, priority: 1 },
  // The keys of players go with what switches them; two pages that share them would split them off.
  { name: 'shortcuts', test: /core[\\/]shortcuts|player-keys/, priority: 1 },
  // How texts, names and numbers are written.
  {
    name: 'texts',
    test: /[\\/]ui[\\/](content|own)-text\.|core[\\/]isolated|rules[\\/]src[\\/]plural/,
    priority: 1,
  },
  // How elements are referred to, grouped and named in sentences.
  {
    name: 'elements',
    test: /[\\/]ui[\\/]sentence\.|rules[\\/]src[\\/](reference|mark-titles|element-groups|element-names)\./,
    priority: 0.9,
  },
  // What loads the data of pages again after a change.
  {
    name: 'invalidate',
    test: /[\\/](invalidate|use-content-changed|refresh-organisation)\./,
    priority: 1,
  },
  // How entries of the audit log are named.
  { name: 'audit-texts', test: /contract[\\/]src[\\/]audit-(labels|names)\./, priority: 1 },
  // What dialogs and menus are made of, and icons that many pages show: one file each, not one for every small part.
  {
    name: 'overlays',
    test: /react-dialog|react-remove-scroll|aria-hidden/,
    minShareCount: 2,
    priority: 0.5,
  },
  { name: 'menus', test: /react-popper|floating-ui/, minShareCount: 2, priority: 0.4 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
]

export const FILES = {
  codeSplitting: { groups: SHARED },
  // Each letter counts.
  chunkFileNames: 'assets/[name]-[hash:7].js',
}
