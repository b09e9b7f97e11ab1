/** Folders of the domain. `kernel`, `access` and `store` are below the subjects; all `api` share `endpoints`. */
export const SUBJECTS: readonly string[] = [
  'kernel',
  'access',
  'store',
  'endpoints',
  'answering',
  'answers',
  'audit',
  'citizens',
  'codes',
  'corrections',
  'devices',
  'exports',
  'files',
  'gallery',
  'integrations',
  'jobs',
  'limits',
  'mail',
  'maps',
  'nudges',
  'pages',
  'pdf',
  'payments',
  'places',
  'preview',
  'privacy',
  'questions',
  'search',
  'sessions',
  'statistics',
  'sync',
  'template-file',
  'templates',
  'tickets',
  'users',
  'watching',
  'xlsform',
]

/**
 * Kinds of files from the lowest up, over all subjects: a file imports its own kind and those before it. Subjects have
 * no order among themselves.
 */
export const KINDS = ['kernel', 'documents', 'rules', 'api', 'judge'] as const
export type Kind = (typeof KINDS)[number]

/** Folders that the rest of the domain imports through `index.ts`; between subjects the file itself is imported. */
export const BELOW: readonly string[] = ['kernel', 'access', 'store']

/** Modules of the server, the only ones that import decisions. */
export const DECIDING: readonly string[] = ['core', 'embedded', 'firebase', 'sandbox', 'tests']

const DOMAIN = 'src/domain/'

export function subjectOf(file: string): string {
  return file.slice(DOMAIN.length).split('/')[0] ?? ''
}

/** The kind of a file of the domain, from the name of the file or of its folder in the subject. */
export function kindOf(file: string): Kind {
  const [subject, name = ''] = file.slice(DOMAIN.length).split('/')
  if (subject === 'kernel') return 'kernel'
  if (subject === 'endpoints') return 'api'
  return KINDS.find((kind) => kind !== 'kernel' && (name === kind || name === `${kind}.ts`)) ?? 'rules'
}
