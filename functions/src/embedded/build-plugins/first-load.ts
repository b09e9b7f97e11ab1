/** Names of source files, without their ending, by folder. */
export type FilesByFolder = Readonly<Record<string, readonly string[]>>

/**
 * Files that the public form needs before it can be filled in, and that later parts also use. By default the bundler
 * splits them into some thirty small files, by the later parts that share them. A single file is 7 KB smaller, because
 * longer text compresses better. If a file is missing here, it is only loaded separately.
 *
 * Only files of the first load belong here, because all listed files are downloaded with the form.
 */
export const PUBLIC_FIRST_LOAD: FilesByFolder = {
  'node_modules/@tabler/icons-react/dist/esm/icons': ['IconArrowBackUp', 'IconX'],
  'src/domain/answering': ['check-header', 'progress', 'required-marks', 'walk'],
  'src/domain/answers/documents': ['values'],
  'src/domain/citizens': ['citizen-faults'],
  'src/domain/endpoints': ['request-outcome'],
  'src/domain/files/documents': ['stored-file'],
  'src/domain/kernel': [
    'address',
    'building-blocks',
    'combining-marks',
    'hex',
    'instant',
    'languages',
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
    'content-edits',
    'draft-header',
    'element-ids',
    'form-actions',
    'form-context',
    'form-store',
    'late-places',
  ],
  'src/features/answering/public': ['public-place'],
  'src/local': ['claims', 'copies', 'drafts', 'files', 'local', 'meta', 'reads', 'save-answer'],
  'src/ui/language': ['problem-text'],
}

/** Files that every page of the app needs, including sign-in. Combining them saves 3 KB. */
export const APP_FIRST_LOAD: FilesByFolder = {
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
  'src/domain/kernel': ['languages', 'visible-text'],
  'src/ui/logo': ['mark'],
  'src/ui/page': ['lazy-part', 'states'],
  'src/ui/status': ['status-icon'],
  'src/ui/language': ['i18n', 'problem-text'],
}

/**
 * Small files that several screens share, and that no first load needs. Combined, because the first load lists the
 * name of every file.
 */
export const LATE_SHARED_FILES: FilesByFolder = {
  'node_modules/@tabler/icons-react/dist/esm/icons': [
    'IconArrowForwardUp',
    'IconArrowUp',
    'IconBulb',
    'IconChartBar',
    'IconCheck',
    'IconColumns3',
    'IconCopy',
    'IconCurrentLocation',
    'IconDeviceMobile',
    'IconDownload',
    'IconFileDownload',
    'IconFileTypePdf',
    'IconForms',
    'IconHistory',
    'IconLink',
    'IconListCheck',
    'IconListSearch',
    'IconLock',
    'IconMail',
    'IconMap2',
    'IconMessageReport',
    'IconPhotoUp',
    'IconPrinter',
    'IconReceipt',
    'IconRefresh',
    'IconSend',
    'IconSettings',
    'IconTicket',
    'IconTypography',
    'IconUpload',
    'IconUserPlus',
    'IconUsers',
  ],
  'src/domain/answering': ['shortened'],
  'src/domain/corrections': ['request-status', 'signed-before'],
  'src/domain/endpoints': ['request-outcome'],
  'src/domain/kernel': ['trim-matching', 'typed-entries'],
  'src/domain/payments': ['currency'],
  'src/domain/sync': ['closing-problems'],
  'src/domain/templates/documents': ['voucher-text'],
  'src/ui/money': ['payment-params'],
  'src/ui/requests': ['fetch-bytes'],
}

/** @returns a group of the bundler's `codeSplitting` that combines these files and their imports */
export function buildFirstLoadGroup(
  files: FilesByFolder,
  name = 'first-load',
): { readonly name: string; readonly test: RegExp } {
  const paths = Object.entries(files).map(([folder, names]) => `${folder}/(?:${names.join('|')})`)
  return { name, test: new RegExp(String.raw`/(?:${paths.join('|')})\.(?:tsx?|m?js)$`) }
}
