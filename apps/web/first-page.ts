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
    /^\/(_private\/(admin|_ux(\/(certification|action-reports)|$))|verify|auth\/salesforce)/.test(
      routeId,
    )
      ? [[...VIEWS, 'loader' as const]]
      : undefined,
}

/** Icons, controls and other small parts; not those that float above a page, which have files of their own. */
const SMALL = [
  /lucide-react|search-norm/,
  /@radix-ui[\\/](primitive|react-(context|id|presence|primitive|use-[\w-]+))[\\/]/,
  /[\\/]src[\\/]ui[\\/](?!alert-dialog|conflict-panel|code-field|dialog|file-field|filter-menu|marks|menu|overlay|pagination|qr-code|radio-cards|return-focus|segment|select-field|sheet|toast|tooltip)/,
  /[\\/]web[\\/]src[\\/]core[\\/](files|invalidate|shortcuts|time)\./,
  /[\\/](lazy-user-corner|error-count|oops|refresh-organisation|use-find-key|file-size)\./,
  /[\\/](users-sort|due-dates-query|user-query|validity-text)\./,
]
const isSmall = (path: string) => SMALL.some((part) => part.test(path))

// Few files, because each is a request, and because the first page names them all: left alone, each part that two pages
// share would be one of its own. A name brings along what its parts are made of, unless a group of a higher priority has
// it.
const SHARED = [
  // What every page loads.
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  // What the sign-in page shares with pages without a form, and with the page to request access.
  {
    name: 'parts',
    test: /[\\/]ui[\\/](alert|error-panel|take-focus|text-field|use-first-invalid)\.|icons[\\/](clock|key-round|mail-check)\.|support[\\/]failure-alert\.|route-error|use-go-on|safe-redirect|useMutation|contract[\\/]src[\\/]same-text\.|frames[\\/](contour-lines|footer)\./,
    priority: 1.1,
  },
  // What all forms need, with the sign-in page and its frame, because most visits begin there and each file is a request.
  // scripts/size.ts knows it by this name.
  {
    name: 'forms',
    test: /react-hook-form|identity-flows|lazy-check|core[\\/](email-domain|field-errors)\.|[\\/]ui[\\/](form|password-field)\.|routes[\\/]_auth(\.|[\\/]login\.)/,
    priority: 1,
  },
  // How texts, names and numbers are written, and elements are referred to, grouped and named in sentences.
  {
    name: 'texts',
    test: /[\\/]ui[\\/](content-text|own-text|sentence)\.|core[\\/]isolated|rules[\\/]src[\\/](plural|reference|mark-titles|element-groups|element-names)\./,
    priority: 0.9,
  },
  // Icons, controls and other small parts: of most pages, and of a few.
  { name: 'ui', test: isSmall, minShareCount: 3, priority: 0.85 },
  { name: 'more', test: isSmall, minShareCount: 2, priority: 0.3 },
  // What floats above a page: dialogs, what stands at a place of the page, and menus.
  {
    name: 'dialogs',
    test: /react-dialog|react-alert-dialog|react-remove-scroll|aria-hidden|[\\/]ui[\\/](alert-dialog|dialog|overlay|return-focus|sheet)\./,
    minShareCount: 2,
    priority: 0.8,
  },
  {
    name: 'tooltips',
    test: /react-popper|floating-ui|react-tooltip|[\\/]ui[\\/]tooltip\./,
    minShareCount: 2,
    priority: 0.78,
  },
  {
    name: 'choices',
    test: /react-(radio-group|roving-focus)|[\\/]ui[\\/](radio-cards|segment|select-field)\./,
    minShareCount: 2,
    priority: 0.76,
  },
  {
    name: 'menus',
    test: /react-(dropdown-menu|menu)|[\\/]ui[\\/](filter-menu|menu)\./,
    minShareCount: 2,
    priority: 0.75,
  },
  // What a page has not saved yet.
  {
    name: 'unsaved',
    test: /core[\\/]unsaved[\\/](?!copies)/,
    minShareCount: 2,
    priority: 0.8,
  },
  // The frame of the user area, which sends waiting answers, and what its pages share.
  {
    name: 'user-area',
    test: /frames[\\/]site-frame\.|assessments[\\/](outbox[\\/]|edition[\\/]new-edition\.|(completed-element|report-step)\.)/,
    minShareCount: 2,
    priority: 0.5,
  },
  {
    name: 'sign-out',
    test: /identity[\\/](sign-out|unsaved-copies)\./,
    minShareCount: 2,
    priority: 0.5,
  },
  {
    name: 'attached-file',
    test: /assessments[\\/](attached-file|evidence-example)\./,
    minShareCount: 2,
    priority: 0.5,
  },
  {
    name: 'keys',
    test: /assessments[\\/](player-keys|use-player-keys)\./,
    priority: 0.5,
  },
  // What pages about assessments share with the player.
  {
    name: 'assessed',
    test: /features[\\/]assessments[\\/](answering[\\/](answers|progress)|due-text|find-button|marked-for-later|statement-links|element-groups|element-title|find-elements|grouped-list|reference-range|statement-breadcrumb)\.|features[\\/]content[\\/](response-numbers|level-names)\.|features[\\/]charts[\\/]|rules[\\/]src[\\/](band-sentences|shared-work)\.|reports[\\/]plan-counts\.|assessments[\\/]user-name\.|[\\/]ui[\\/]marks\.|support[\\/]markdown\./,
    minShareCount: 2,
    priority: 0.45,
  },
  { name: 'player', test: /assessments[\\/]player[\\/]player\./, priority: 0.4 },
  // Tables with filters, and forms of records.
  { name: 'lists', test: /features[\\/]lists[\\/]/, minShareCount: 2, priority: 0.4 },
  { name: 'records', test: /features[\\/]records[\\/]/, minShareCount: 2, priority: 0.4 },
  // Small parts that pages of one subject share.
  {
    name: 'set-parts',
    test: /features[\\/]content[\\/](publish[\\/]edition-(status|labels)|sets[\\/]owner-field|use-content-changed|exchange[\\/]use-export|saving[\\/]new-parts|editor[\\/](field-labels|scales))\./,
    minShareCount: 2,
    priority: 0.4,
  },
  {
    name: 'certified',
    test: /features[\\/]certification[\\/]((certification-badge|status-labels)\.|review[\\/]review-labels)/,
    minShareCount: 2,
    priority: 0.4,
  },
  {
    name: 'organisation-parts',
    test: /features[\\/]organisations[\\/](use-site-address|brand[\\/](use-logo-url|colour-field|lazy-brand))\./,
    minShareCount: 2,
    priority: 0.4,
  },
  {
    name: 'provider',
    test: /features[\\/]identity[\\/](oidc[\\/](use-signed-in|provider-step)|sign-in[\\/](logging-in|sign-in-failed|sso-failures))\./,
    minShareCount: 2,
    priority: 0.4,
  },
  // How entries of the audit log are named.
  { name: 'audit-texts', test: /contract[\\/]src[\\/]audit-(labels|names)\./, priority: 0.4 },
]

/** What the sign-in page loads after the first file. */
export const SIGN_IN = new Set(['parts', 'forms'])

export const FILES = {
  codeSplitting: { groups: SHARED },
  // Each letter counts.
  chunkFileNames: 'assets/[name]-[hash:7].js',
}
