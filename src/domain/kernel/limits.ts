/**
 * Limits and constants of the specification (point 9 of each part) and of the protocol. Units are in the name or the
 * comment. MB means 1024 × 1024 bytes, the larger of its two meanings.
 */
const MB = 1024 * 1024

// Documents and protocol (not in the specification)
/** Earliest and latest day that a field for dates accepts. */
export const MIN_DATE = '1900-01-01'
export const MAX_DATE = '2100-12-31'
/** characters of one text value */
export const MAX_TEXT_LENGTH = 100_000
export const MAX_FILES_PER_ANSWER = 500
/** codes that an answer may have had before the server was restored from a backup */
export const MAX_EARLIER_CODES = 10
/** characters of JSON of additional rows in a composed answer: thousands of rows of a real form */
export const MAX_REPEATED_CHARACTERS = 8 * MB
/**
 * characters of a form's JSON: 5000 questions, or 20 lists of maximum length; limited by the server's validation time
 */
export const MAX_TEMPLATE_CHARACTERS = 2_000_000
/** values in a form: fields, list items, lists and objects; below the server's limit per request */
export const MAX_TEMPLATE_VALUES = 110_000
/** rows without values in an answer; limited, because twenty bytes can request ten thousand rows */
export const MAX_EMPTY_ROWS = 50
/** characters of all texts of an answer, so that it fits into one request */
export const MAX_ANSWER_CHARACTERS = 2 * MB
/** characters of all texts of an answer by an author without an account */
export const MAX_PUBLIC_ANSWER_CHARACTERS = MB / 4
/** values in an answer: two per question or combined input with a value, one per chosen option */
export const MAX_ANSWER_VALUES = 100_000
/** versions of an answer, all of which are stored: corrections, change requests, state changes… */
export const MAX_ANSWER_VERSIONS = 1000
/** state changes of an answer */
export const MAX_STATE_HISTORY = 10_000
/** conflicts of an answer, open and decided */
export const MAX_CONFLICTS = 10_000
/** characters of an answer's corrections, change requests, conflicts, state changes and files */
export const MAX_GROWING_CHARACTERS = 4 * MB
/** bytes; the largest file of any kind (video, KML/KMZ) */
export const MAX_FILE_BYTES = 50 * MB

/** days that devices store citizens found in the registry, if the municipality allows it */
export const KNOWN_CITIZEN_DAYS = 30
/** days that devices keep their user's answers in full, unless the municipality's ownAnswersDays differs */
export const OWN_ANSWERS_DAYS = 90
export const MAX_OWN_ANSWERS_DAYS = 3650
/**
 * days until a deleted answer is erased: `least` by default; the municipality may set more (deletedAnswersDays), up to
 * a century
 */
export const DELETED_ANSWERS_DAYS = { least: 30, most: 36_500 } as const
/** addition: contrast of white on a municipality's colour, as WCAG 2.2 AA requires for text */
export const MIN_BRAND_CONTRAST = 4.5

// Files (part 3, points 5 and 9; part 2, point 9), bytes
export const MAX_IMAGE_BYTES = 5 * MB
/** addition: image size that devices can still draw (480 MB in memory), above all phone cameras */
export const MAX_IMAGE_PIXELS = 120_000_000
export const MAX_DOCUMENT_BYTES = 5 * MB
/** KML and KMZ maps */
export const MAX_MAP_DOCUMENT_BYTES = 50 * MB
export const MAX_VIDEO_BYTES = 50 * MB
export const MAX_SIGNATURE_BYTES = 1 * MB
export const MAX_PDF_LOGO_BYTES = 5 * MB
export const MAX_EMAIL_ATTACHMENT_BYTES = 5 * MB
export const MAX_HEADER_IMAGE_BYTES = 5 * MB
/** addition: bytes of a municipality's catalogue; all texts with translations in a script of three bytes are 1 MB */
export const MAX_CATALOGUE_BYTES = 2 * MB
/** addition: imported workbook or form file */
export const MAX_IMPORT_BYTES = 10 * MB
/** part 2: recommended size of the header image, pixels */
export const HEADER_IMAGE_WIDTH = 1280
export const HEADER_IMAGE_HEIGHT = 150

// Texts, characters
/** part 3, point 9: title of a signature when answering */
export const MAX_SIGNATORY_TITLE_LENGTH = 60
/** part 2, point 9: the title of a signature in the editor */
export const MAX_SIGNATURE_CONFIG_TITLE_LENGTH = 40
/** part 2: title of a template that creates an incident */
export const MAX_INCIDENT_TITLE_LENGTH = 75
/** part 3: name and street of a citizen */
export const MAX_CITIZEN_NAME_LENGTH = 255
/** addition: ID or phone number as written, with separators */
export const MAX_WRITTEN_NUMBER_LENGTH = 20
/** RFC 5321: an e-mail address */
export const MAX_EMAIL_LENGTH = 254
/** part 3: natural person's ID number */
export const MIN_NATURAL_ID_LENGTH = 6
export const MAX_NATURAL_ID_LENGTH = 14
/** part 3, point 5: the Portuguese interface allows 6 to 11 letters and digits */
export const MAX_NATURAL_ID_LENGTH_PT = 11
/** part 3, point 5: ID number when a person is created */
export const MAX_NEW_PERSON_ID_LENGTH = 12
/** part 3: digits of a tax number */
export const TAX_NUMBER_LENGTH = 11
/** part 3: tax number in the recipient search */
export const MIN_TAX_SEARCH_LENGTH = 11
export const MAX_TAX_SEARCH_LENGTH = 14
/** part 3: digits of a phone number, after an optional plus sign */
export const MAX_PHONE_DIGITS = 15

// Lists and pages, entries
/** part 1: forms list */
export const FORMS_PAGE_SIZE = 7
export const AREAS_PAGE_SIZE = 15
export const MUNICIPALITIES_PAGE_SIZE = 7
/** addition: users grid; not specified */
export const USERS_PAGE_SIZE = 25
/** part 3: answers list of a form; the simple list of own answers */
export const ANSWERS_PAGE_SIZE = 15
export const OWN_ANSWERS_PAGE_SIZE = 7
/** addition: page sizes of the answers list; the first is the default */
export const ANSWERS_PAGE_SIZES = [ANSWERS_PAGE_SIZE, 30, 50] as const
export const MAX_ANSWERS_PER_PAGE = 50
/** Versions of an answer per page. */
export const ANSWER_VERSIONS_PAGE_SIZE = 10
/** part 3: recipient search on the welcome page */
export const RECIPIENT_SEARCH_PAGE_SIZE = 5
/**
 * part 3: answers loaded per request for statistics; 500 for one municipality (whose setting statisticsPageSize is set)
 */
export const STATISTICS_PAGE_SIZE = 100
export const LARGE_STATISTICS_PAGE_SIZE = 500
/** parts 2 and 3: more options than this get a search box (and the editor advises it) */
export const MAX_OPTIONS_WITHOUT_SEARCH = 10
/** questions rendered together; the first group is in the public page's HTML */
export const QUESTIONS_PER_BATCH = 12
/** part 3: filter value for all states */
export const ALL_STATES_FILTER = '-1'
/** part 2: minimum of responsesCount when answers are limited */
export const MIN_RESPONSES_COUNT = 1
/** characters of a form's emergency text, which must be readable at a glance */
export const MAX_EMERGENCY_TEXT_LENGTH = 500

// Codes
/** parts 1 and 3: key of municipalities that have no key of their own; all their answers have the code `DESC` */
export const DEFAULT_CODE = 'DESC'
/** part 3: number of leading characters of the answer id in pdfDownloadCode, before the code */
export const PDF_CODE_ID_LENGTH = 3

// Formats
export const EXPORT_SHEET_NAME = 'Sheet1'

// Waiting times, milliseconds
/** part 1: minimum characters of a valid date and time in the remote flags */
export const MIN_FLAG_TIME_LENGTH = 19
/** part 1: delay between the message "municipality blocked" and sign-out */
export const BLOCKED_SIGN_OUT_DELAY_MS = 3000
export const SNACKBAR_MS = 2500
export const ERROR_SNACKBAR_MS = 4000
export const SAVED_SNACKBAR_MS = 6000
/** part 2: error alert and highlight of the editor */
export const EDITOR_ERROR_ALERT_MS = 5000
export const EDITOR_HIGHLIGHT_MS = 4000
/** part 3: error banner; hint */
export const ERROR_BANNER_MS = 6000
export const HINT_MS = 3500
/** part 3: delay before a generated PDF opens */
export const PDF_OPEN_DELAY_MS = 1000

// Maps
/** part 1 */
export const MAP_MIN_ZOOM = 5
export const MAP_MAX_ZOOM = 18
export const MAP_INITIAL_ZOOM = 12
export const MAP_BOUNDS_ZOOM = 15
/** part 3: map of the answers list; map of one answer */
export const ANSWERS_MAP_ZOOM = 6
export const ANSWER_MAP_ZOOM = 15
/** part 3, degrees: centre if the municipality has no location (part 1 gives the same city, rounded) */
export const DEFAULT_LATITUDE = -31.421335
export const DEFAULT_LONGITUDE = -64.183188
/** part 1, degrees: location of a municipality created without one */
export const NEW_MUNICIPALITY_LATITUDE = -31.42
export const NEW_MUNICIPALITY_LONGITUDE = -64.18
/** addition, bytes: map downloaded for offline use */
export const MAX_MAP_DOWNLOAD_BYTES = 200 * MB

// Layout, CSS pixels
/** part 3: height from which option lists scroll; part 2: in the editor, depending on the place */
export const OPTION_LIST_HEIGHT = 300
export const EDITOR_OPTION_LIST_HEIGHTS = [200, 400] as const
/** part 3, point 2: canvas for signatures */
export const SIGNATURE_CANVAS_HEIGHT = 150
export const SIGNATURE_LINE_WIDTH = 2

// Codes of external systems
/** part 1: document types of the citizen registry */
export const REGISTRY_DOCUMENT_TYPE = { DNI: 1, CUIT: 11 } as const
/** part 2: procedure type of agendas */
export const AGENDA_PROCEDURE_TYPE = 2
/** part 3: status of a paid order */
export const PAID_STATUS = 'Pagado'
/** part 3: author name of answers without an account */
export const ANONYMOUS_NAME = 'Usuario Anónimo'

/** parts 1 to 3: languages of the interface and of alternative texts; English is the default */
export const LANGUAGES = ['en', 'es', 'pt', 'gl', 'ja', 'ca', 'ek', 'ot'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

// Passwords (not in the specification)
export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 200

// Second factors (not in the specification)
export const MAX_FACTORS = 10
export const MAX_FACTOR_NAME_LENGTH = 60
export const RECOVERY_CODE_COUNT = 10

/** Audit log lines per page. */
export const AUDIT_PAGE_SIZE = 50
/** Minimum and maximum days to keep audit log entries. */
export const AUDIT_DAYS = { least: 365, most: 36_500 } as const

/** milliseconds that an uploaded image waits for a saved version or draft */
export const UNSAVED_IMAGE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
