/** Names of source files by their folder. */
export type Files = Readonly<Record<string, readonly string[]>>

/**
 * Files that the public's form needs before it can be filled in and that later parts use, too. By itself the bundler
 * makes some thirty small files of them, cut by the later parts that share them. One file weighs 7 KB less, because
 * text that lies together compresses better. A file that is missing here only lies apart.
 *
 * Only files of the first load belong here: whatever is listed is downloaded with the form.
 */
export const PUBLIC_FIRST_LOAD: Files = {
  'src/domain/answering': ['check-header', 'progress', 'required-marks', 'walk'],
  'src/domain/answers/documents': ['values'],
  'src/domain/citizens': ['citizen-faults'],
  'src/domain/endpoints': ['outcome'],
  'src/domain/files/documents': ['stored-file'],
  'src/domain/kernel': [
    'address',
    'building-blocks',
    'instant',
    'limits',
    'moments',
    'new-ids',
    'paths',
    'result',
    'row-ids',
    'unreachable',
    'visible-text',
  ],
  'src/domain/payments/documents': ['currency', 'payment'],
  'src/domain/places/documents': ['country-language', 'lacks-address', 'place-info'],
  'src/domain/questions': [
    'attachments',
    'complete',
    'data-types',
    'documents',
    'options',
    'question-types',
    'shape',
    'starts-now',
    'text',
  ],
  'src/domain/questions/data-types': [
    'date',
    'decimal',
    'integer',
    'link',
    'signed',
    'string',
    'time',
    'title',
    'untyped',
  ],
  'src/domain/questions/question-types': ['boolean', 'combined', 'input', 'open', 'radio', 'select'],
  'src/domain/sync': ['backoff', 'delivery', 'limits', 'outbox-transitions'],
  'src/domain/templates/documents': [
    'in-language',
    'options',
    'pdf-settings',
    'section',
    'signature',
    'states',
    'template',
  ],
  'src/domain/tickets/documents': ['sale'],
  'src/features/answering/form': [
    'captures',
    'content-edits',
    'draft-header',
    'element-ids',
    'form-actions',
    'form-context',
    'form-store',
    'late-places',
  ],
  'src/features/answering/public': ['public-place'],
  'src/local': ['claims', 'copies', 'drafts', 'files', 'local', 'reads'],
  'src/ui/words': ['languages', 'problem-text'],
}

/** Files that each page of the app needs, sign-in as much as a form: as one they weigh 3 KB less. */
export const APP_FIRST_LOAD: Files = {
  'node_modules/@mantine/core/esm/components/Skeleton': ['Skeleton'],
  'node_modules/@tabler/icons-react/dist/esm/icons': [
    'IconAlertCircle',
    'IconCircleCheck',
    'IconCircleDashed',
    'IconClock',
    'IconPlayerPause',
    'IconSend2',
  ],
  'node_modules/@tanstack/react-router/dist/esm': ['routerContext', 'useMatch', 'useRouter'],
  'node_modules/@tanstack/react-store/dist': ['useSelector'],
  'src/domain/kernel': ['visible-text'],
  'src/ui/logo': ['mark', 'mark-paths'],
  'src/ui/page': ['later', 'states'],
  'src/ui/status': ['status-icon'],
  'src/ui/words': ['i18n', 'languages', 'problem-text'],
}

/** @returns a group of the bundler's `codeSplitting` that puts these files, and what they need, into one */
export function firstLoad(files: Files): { readonly name: string; readonly test: RegExp } {
  const paths = Object.entries(files).map(([folder, names]) => `${folder}/(?:${names.join('|')})`)
  return { name: 'first-load', test: new RegExp(String.raw`/(?:${paths.join('|')})\.(?:tsx?|m?js)$`) }
}
