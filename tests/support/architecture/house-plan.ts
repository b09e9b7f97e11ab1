/**
 * The module table: allowed imports, and the home of each library.
 * `tests/architecture.test.ts` checks every file against it.
 */

export type RoomName =
  | 'domain'
  | 'map-store'
  | 'figures-store'
  | 'door-store'
  | 'local'
  | 'map-fetch'
  | 'door-fetch'
  | 'sync'
  | 'pdf'
  | 'documents'
  | 'map'
  | 'capture'
  | 'ui'
  | 'features'
  | 'app'
  | 'sw'
  | 'locales'
  | 'core'
  | 'connectors'
  | 'build'
  | 'embedded'
  | 'firebase'
  | 'sandbox'
  | 'tests'
  | 'tooling'

export type Room = {
  readonly folder: string
  /** alias for imports by other modules; null: files are imported only within the folder, by path */
  readonly alias: string | null
  readonly mayImport: readonly RoomName[]
  /** npm packages, by name or `@scope/*`; `node:*` means Node's built-in modules */
  readonly packages: readonly string[]
}

const SCREEN_LIBRARIES = [
  'react',
  '@mantine/*',
  '@tabler/icons-react',
  '@lingui/core',
  '@lingui/react',
  '@tanstack/react-router',
  'zustand',
  'dayjs',
  'dexie-react-hooks',
]
// prettier-ignore
const SRC: readonly RoomName[] = [
  'domain', 'map-store', 'figures-store', 'door-store', 'local', 'map-fetch', 'door-fetch', 'sync', 'pdf', 'documents', 'map', 'capture', 'ui', 'features', 'app', 'locales',
]

export const HOUSE: Readonly<Record<RoomName, Room>> = {
  // One sub-module below (audit) may use more packages.
  domain: { folder: 'src/domain', alias: '#domain', mayImport: [], packages: ['zod'] },
  // Tiles, for screens with a map. Listed before its parent: a file belongs to the first module that contains it.
  'map-store': { folder: 'src/local/map', alias: '#local/map', mayImport: ['domain', 'local'], packages: ['dexie'] },
  // Viewed statistics, whose code only their screens load. Listed before its parent, as above.
  'figures-store': {
    folder: 'src/local/figures',
    alias: '#local/figures',
    mayImport: ['domain', 'local'],
    packages: [],
  },
  // Doors of events, whose code only the door's screen loads. Listed before its parent, as above.
  'door-store': {
    folder: 'src/local/doors',
    alias: '#local/doors',
    mayImport: ['domain', 'local'],
    packages: ['dexie'],
  },
  local: {
    folder: 'src/local',
    alias: '#local',
    mayImport: ['domain'],
    packages: ['dexie', 'fake-indexeddb', 'idb-keyval', 'zod'],
  },
  'map-fetch': {
    folder: 'src/sync/map',
    alias: '#sync/map',
    mayImport: ['domain', 'local', 'map-store', 'sync'],
    packages: [],
  },
  'door-fetch': {
    folder: 'src/sync/doors',
    alias: '#sync/doors',
    mayImport: ['domain', 'local', 'door-store', 'sync'],
    packages: ['@noble/ed25519'],
  },
  sync: { folder: 'src/sync', alias: '#sync', mayImport: ['domain', 'local'], packages: ['zod'] },
  // The part of documents that also runs on Node. Listed before its parent, as above.
  pdf: {
    folder: 'src/documents/pdf',
    alias: '#documents/pdf',
    mayImport: ['domain'],
    packages: ['jspdf', '@lingui/core', '@fontsource/noto-sans-jp'],
  },
  documents: {
    folder: 'src/documents',
    alias: '#documents',
    mayImport: ['domain', 'pdf'],
    packages: ['hucre', 'client-zip', 'comlink', '@fontsource/noto-sans', '@fontsource/noto-sans-jp'],
  },
  // Maps load their tiles; the rest of the UI uses no network. Listed before its parent, as above.
  map: {
    folder: 'src/ui/map',
    alias: '#ui/map',
    mayImport: ['domain', 'local', 'map-store', 'sync', 'map-fetch', 'ui'],
    packages: [...SCREEN_LIBRARIES, 'leaflet', 'supercluster', 'comlink'],
  },
  // Camera and microphone, which few forms need, with a catalogue of their own. Listed before its parent, as above.
  capture: {
    folder: 'src/ui/capture',
    alias: '#ui/capture',
    mayImport: ['domain', 'ui'],
    packages: SCREEN_LIBRARIES,
  },
  ui: { folder: 'src/ui', alias: '#ui', mayImport: ['domain', 'locales'], packages: SCREEN_LIBRARIES },
  features: {
    folder: 'src/features',
    alias: '#features',
    mayImport: SRC.slice(0, SRC.indexOf('features')),
    packages: [...SCREEN_LIBRARIES, 'signature_pad'],
  },
  app: {
    folder: 'src/app',
    alias: '#app',
    mayImport: SRC,
    packages: [...SCREEN_LIBRARIES, 'react-dom', 'workbox-window', 'zod'],
  },
  sw: { folder: 'sw', alias: null, mayImport: ['domain', 'local', 'sync'], packages: ['workbox-*'] },
  locales: { folder: 'locales', alias: '#locales', mayImport: ['domain'], packages: ['@lingui/*', 'node:*'] },
  core: {
    folder: 'functions/src/core',
    alias: '#core',
    mayImport: ['domain', 'pdf', 'locales'],
    packages: ['hono', '@tus/server', 'zod', '@lingui/core', 'node:*'],
  },
  connectors: {
    folder: 'functions/src/connectors',
    alias: '#connectors',
    mayImport: ['domain'],
    packages: ['zod', 'nodemailer', 'openid-client'],
  },
  // Code for builds that a running server does not need. Listed before its parent, as above.
  build: {
    folder: 'functions/src/embedded/build-plugins',
    alias: '#embedded/build-plugins',
    mayImport: ['embedded', 'locales'],
    packages: ['vite', 'postcss', 'node:*'],
  },
  embedded: {
    folder: 'functions/src/embedded',
    alias: '#embedded',
    mayImport: ['core', 'connectors', 'domain', 'pdf', 'sandbox'],
    packages: ['hono', '@hono/node-server', '@tus/*', 'zod', 'node:*'],
  },
  firebase: {
    folder: 'functions/src/firebase',
    alias: '#firebase',
    mayImport: ['core', 'connectors', 'domain', 'locales'],
    packages: ['firebase-admin', 'firebase-functions', 'hono', '@tus/*', 'zod', 'node:*'],
  },
  sandbox: {
    folder: 'functions/src/sandbox',
    alias: '#sandbox',
    mayImport: ['core', 'connectors', 'domain'],
    packages: ['hono', '@hono/node-server', 'postal-mime', 'smtp-server', 'zod', 'node:*'],
  },
  tests: {
    folder: 'tests',
    alias: '#tests',
    mayImport: [...SRC, 'sw', 'core', 'connectors', 'build', 'embedded', 'firebase', 'sandbox', 'tooling'],
    packages: ['*', 'node:*'],
  },
  // Configuration of the tools in the root folder.
  tooling: { folder: '', alias: null, mayImport: ['tests', 'build'], packages: ['*', 'node:*'] },
}

/** Modules that Node runs without a build. Their packages are `dependencies`; all others are `devDependencies`. */
export const RUN_BY_NODE: readonly RoomName[] = [
  'domain',
  'pdf',
  'locales',
  'core',
  'connectors',
  'embedded',
  'firebase',
  'sandbox',
]

/** Sub-modules with a library that the rest of their module must not use. */
export const WIDER: readonly { readonly folder: string; readonly packages: readonly string[] }[] = [
  { folder: 'src/domain/access', packages: ['@casl/ability'] },
  // Decisions need synchronous hashing: the browser's is asynchronous, and Node's would need a port.
  { folder: 'src/domain/audit', packages: ['@noble/hashes'] },
  {
    folder: 'functions/src/core/sessions',
    packages: ['otpauth', '@simplewebauthn/server', 'fxa-common-password-list'],
  },
  // Needs Node to resolve and check addresses before connecting, and to sign messages.
  { folder: 'functions/src/connectors/webhooks', packages: ['node:*'] },
  { folder: 'src/ui/security', packages: ['@simplewebauthn/browser', 'uqr'] },
  { folder: 'src/documents/pdf', packages: ['uqr'] },
  { folder: 'src/ui/capture/qr', packages: ['zxing-wasm'] },
  { folder: 'src/ui/requests', packages: ['@tanstack/react-query'] },
  { folder: 'src/features/answering/attachments', packages: ['@noble/hashes'] },
  {
    folder: 'src/features/form-editor',
    packages: ['@atlaskit/pragmatic-drag-and-drop', '@atlaskit/pragmatic-drag-and-drop-auto-scroll'],
  },
]

/** Sub-modules that may import less, so that an old phone downloads nothing by accident. `files`: path prefixes. */
export const NARROWER: readonly {
  readonly folder: string
  readonly packages: readonly string[]
  readonly files: readonly string[]
}[] = [
  {
    folder: 'src/app/publico',
    packages: ['react', 'react-dom', '@lingui/*', '@mantine/core', 'workbox-window'],
    files: [
      'src/app/publico/',
      'src/app/app-update.ts',
      'src/app/warn-before-leaving.ts',
      'src/domain/',
      'src/local/',
      'src/sync/',
      'src/ui/',
      'src/features/answering/',
    ],
  },
]

/** Libraries with a single home, even if the table above allows them. Tests may use them to inspect internals. */
export const HOMES: readonly { readonly packages: readonly string[]; readonly folders: readonly string[] }[] = [
  { packages: ['dexie', 'idb-keyval'], folders: ['src/local'] },
  {
    packages: ['firebase-admin', 'firebase-functions', '@google-cloud/*', '@firebase-bridge/*'],
    folders: ['functions/src/firebase'],
  },
  { packages: ['jspdf', 'hucre', 'client-zip'], folders: ['src/documents'] },
  { packages: ['comlink'], folders: ['src/documents', 'src/ui/map'] },
  { packages: ['leaflet', 'supercluster'], folders: ['src/ui/map'] },
  { packages: ['node:sqlite'], folders: ['functions/src/embedded'] },
  { packages: ['nodemailer', 'openid-client'], folders: ['functions/src/connectors'] },
  { packages: ['smtp-server', 'postal-mime'], folders: ['functions/src/sandbox'] },
  // The core judges; files, processes and sockets are its hosts' business and come in through ports.
  // prettier-ignore
  {
    packages: ['node:fs', 'node:fs/promises', 'node:child_process', 'node:worker_threads', 'node:http', 'node:net', 'node:os'],
    folders: ['functions/src/embedded', 'functions/src/firebase', 'functions/src/sandbox', 'functions/src/connectors/webhooks', 'locales'],
  },
  { packages: ['workbox-precaching', 'workbox-routing'], folders: ['sw'] },
  { packages: ['@casl/ability'], folders: ['src/domain/access'] },
]

/** Packages that a unit test may use besides those of its module. */
export const TEST_PACKAGES = [
  'vitest',
  'dexie',
  'fast-check',
  'fake-indexeddb',
  '@testing-library/react',
  'axe-core',
  'node:*',
] as const

/** Modules that others import only through `index.ts`: the module's, or that of each folder in it. */
export const DOORS: Readonly<Partial<Record<RoomName, 'room' | 'folder'>>> = {
  domain: 'folder',
  'figures-store': 'room',
  'door-store': 'room',
  'door-fetch': 'room',
  local: 'room',
  sync: 'room',
  pdf: 'room',
  documents: 'room',
  map: 'room',
  ui: 'room',
  features: 'folder',
}

/** Additional entry points of a module for few pages, so that others do not load them. */
export const SIDE_DOORS: readonly string[] = ['src/local/guests/index.ts', 'src/local/pull.ts', 'src/local/sending.ts']

/** @returns the module that contains a file of this project */
export function roomOf(file: string): RoomName {
  for (const [name, { folder }] of Object.entries(HOUSE) as [RoomName, Room][]) {
    if (folder !== '' && file.startsWith(`${folder}/`)) return name
  }
  return 'tooling'
}
