/**
 * All limits and constants of the specification (point 9 of each of its three parts) and of the protocol.
 * The unit stands in the name or in the comment. Sizes in MB are taken as 1024 × 1024 bytes, the kinder reading.
 */
const MB = 1024 * 1024

// Documents and protocol (ours)
/** Earliest and latest day that a field for dates accepts. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2100-12-31'
/** characters of one free-text answer */
export const MAX_TEXT_LENGTH = 100_000
export const MAX_FILES_PER_ANSWER = 500
/** characters of JSON of the rows of repeatable sections in a composed answer: thousands of rows of a real form */
export const MAX_REPEATED_CHARACTERS = 8 * MB
/** characters of a form's JSON, sent whole: 5000 questions, or 20 longest lists. Judging it may not hold the server */
export const MAX_TEMPLATE_CHARACTERS = 2_000_000
/** values that it may hold: fields, list items, lists and objects themselves. A server reads no more in one request */
export const MAX_TEMPLATE_VALUES = 110_000
/** rows of one answer in which nothing is filled in: twenty bytes may ask for ten thousand of them */
export const MAX_EMPTY_ROWS = 50
/** characters of all texts of one answer, so that it fits into one request whatever they are */
export const MAX_ANSWER_CHARACTERS = 2 * MB
/** the same of an author without an account, from whom the server takes small messages only */
export const MAX_PUBLIC_ANSWER_CHARACTERS = MB / 4
/** values of an answer: two per question with one, one per chosen option. A server reads no more in one request */
export const MAX_ANSWER_VALUES = 100_000
/** versions of one answer, each of which is kept: corrections, requests for changes, moves to another state… */
export const MAX_ANSWER_VERSIONS = 1000
/** moves of one answer from state to state */
export const MAX_STATE_HISTORY = 10_000
/** clashes of changes on one answer, open and decided */
export const MAX_CONFLICTS = 10_000
/** characters besides what was answered: an answer's corrections, requests for changes, clashes, moves and files */
export const MAX_GROWN_CHARACTERS = 4 * MB
/** bytes; the largest file of any kind (video, KML/KMZ) */
export const MAX_FILE_BYTES = 50 * MB

/** days for which a device keeps whom it has looked up in the citizen registry, where a municipality wants that */
export const KNOWN_CITIZEN_DAYS = 30
/** days for which a device keeps its user's answers whole, unless the municipality's ownAnswersDays says otherwise */
export const OWN_ANSWERS_DAYS = 90
export const MAX_OWN_ANSWERS_DAYS = 3650
/**
 * days for which a deleted answer can be brought back before it is erased: `least`, unless its municipality says more
 * (deletedAnswersDays), and a century at most
 */
export const DELETED_ANSWERS_DAYS = { least: 30, most: 36_500 } as const
/** ours: of white on a municipality's own colour, as WCAG 2.2 AA wants it of text */
export const LEAST_BRAND_CONTRAST = 4.5

// Files (part 3, points 5 and 9; part 2, point 9), bytes
export const MAX_IMAGE_BYTES = 5 * MB
/** ours: what a device can still draw, and more than any phone's camera makes: 480 MB in memory */
export const MAX_IMAGE_PIXELS = 120_000_000
export const MAX_DOCUMENT_BYTES = 5 * MB
/** KML and KMZ maps */
export const MAX_MAP_DOCUMENT_BYTES = 50 * MB
export const MAX_VIDEO_BYTES = 50 * MB
export const MAX_SIGNATURE_BYTES = 1 * MB
export const MAX_PDF_LOGO_BYTES = 5 * MB
export const MAX_EMAIL_ATTACHMENT_BYTES = 5 * MB
export const MAX_HEADER_IMAGE_BYTES = 5 * MB
/** ours: a workbook or an exported form that is imported */
export const MAX_IMPORT_BYTES = 10 * MB
/** part 2: recommended size of the header image, pixels */
export const HEADER_IMAGE_WIDTH = 1280
export const HEADER_IMAGE_HEIGHT = 150

// Texts, characters
/** part 3, point 9: 60 characters when answering (40 in the editor) */
export const MAX_SIGNATORY_TITLE_LENGTH = 60
/** part 2, point 9: the title of a signature in the editor */
export const MAX_SIGNATURE_CONFIG_TITLE_LENGTH = 40
/** part 2: title of a template that creates an incident */
export const MAX_INCIDENT_TITLE_LENGTH = 75
/** part 3: name and street of a citizen */
export const MAX_CITIZEN_NAME_LENGTH = 255
/** ours: a citizen's number of either kind, or phone number, with whatever people put between its digits */
export const MAX_WRITTEN_NUMBER_LENGTH = 20
/** RFC 5321: an e-mail address */
export const MAX_EMAIL_LENGTH = 254
/** part 3: natural person's ID number */
export const MIN_NATURAL_ID_LENGTH = 6
export const MAX_NATURAL_ID_LENGTH = 14
/** part 3, point 5: the interface in Portuguese allows 6 to 11 letters and digits */
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
/** ours: the users grid; no size is given for it */
export const USERS_PAGE_SIZE = 25
/** part 3: answers list of a form; the simple list of own answers */
export const ANSWERS_PAGE_SIZE = 15
export const OWN_ANSWERS_PAGE_SIZE = 7
/** ours: rows of the answers list to choose from, the first of them what it has without a choice */
export const ANSWERS_PAGE_SIZES = [ANSWERS_PAGE_SIZE, 30, 50] as const
export const MOST_ANSWERS_A_PAGE = 50
/** Versions of an answer that are listed at once. */
export const ANSWER_VERSIONS_PAGE_SIZE = 10
/** part 3: recipient search on the welcome page */
export const RECIPIENT_SEARCH_PAGE_SIZE = 5
/** part 3: answers loaded at once into statistics; 500 for one municipality (its setting statisticsPageSize) */
export const STATISTICS_PAGE_SIZE = 100
export const LARGE_STATISTICS_PAGE_SIZE = 500
/** parts 2 and 3: more options than this get a search box (and the editor advises it) */
export const OPTIONS_BEFORE_SEARCH = 10
/** questions of a form that are drawn together; the first stand in the public's page before any script runs */
export const QUESTIONS_AT_ONCE = 12
/** part 3: the filter value that means every state */
export const ALL_STATES_FILTER = '-1'
/** part 2: least value of responsesCount when answers are limited */
export const MIN_RESPONSES_COUNT = 1

// Codes
/** parts 1 and 3: a municipality that has no key of its own; its answers all have the code `DESC` */
export const DEFAULT_CODE = 'DESC'
/** part 3: pdfDownloadCode is this many first characters of the answer id, then the code */
export const PDF_CODE_ID_LENGTH = 3

// Formats
export const EXPORT_SHEET_NAME = 'Sheet1'

// Waiting times, milliseconds
/** part 1: a revocation datetime is valid from this many characters on */
export const MIN_REVOCATION_CHARACTERS = 19
/** part 1: from the message "municipality blocked" to the sign-out */
export const BLOCKED_SIGN_OUT_MS = 3000
export const SNACKBAR_MS = 2500
export const ERROR_SNACKBAR_MS = 4000
export const SAVED_SNACKBAR_MS = 6000
/** part 2: error alert and highlight of the editor */
export const EDITOR_ERROR_ALERT_MS = 5000
export const EDITOR_HIGHLIGHT_MS = 4000
/** part 3: an error banner; a hint */
export const ERROR_BANNER_MS = 6000
export const HINT_MS = 3500
/** part 3: a made PDF opens */
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
/** part 3, degrees: centre where the municipality has no location (part 1 gives the same city, rounded) */
export const DEFAULT_LATITUDE = -31.421335
export const DEFAULT_LONGITUDE = -64.183188
/** part 1, degrees: location of a municipality that is created without one */
export const NEW_MUNICIPALITY_LATITUDE = -31.42
export const NEW_MUNICIPALITY_LONGITUDE = -64.18
/** ours, bytes: the map that a device fetches to have it without a network */
export const MAP_DOWNLOAD_MOST_BYTES = 200 * MB

// Layout, CSS pixels
/** part 3: option lists scroll beyond this; part 2: in the editor, depending on the place */
export const OPTION_LIST_HEIGHT = 300
export const EDITOR_OPTION_LIST_HEIGHTS = [200, 400] as const
/** part 3, point 2: the canvas that people sign on */
export const SIGNATURE_CANVAS_HEIGHT = 150
export const SIGNATURE_LINE_WIDTH = 2

// Codes of outside systems
/** part 1: document types of the citizen registry */
export const DOCUMENT_TYPE = { DNI: 1, CUIT: 11 } as const
/** part 2: type of procedure for agendas */
export const AGENDA_PROCEDURE_TYPE = 2
/** part 3: the status of an order that was paid */
export const PAID_STATUS = 'Pagado'
/** part 3: who answered without an account */
export const ANONYMOUS_NAME = 'Usuario Anónimo'

/** parts 1 to 3: languages of the interface and of alternative texts; English is the default */
export const LANGUAGES = ['en', 'es', 'pt', 'gl', 'ja', 'ca', 'ek', 'ot'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

// Passwords: not in the specification
export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 200

// Second factors: not in the specification
export const MAX_FACTORS = 10
export const MAX_FACTOR_NAME_LENGTH = 60
export const RECOVERY_CODES = 10

/** Lines of the audit log on one page. */
export const AUDIT_PAGE_SIZE = 50
/** Days for which its entries may be kept: at least a year, at most a hundred. */
export const AUDIT_DAYS = { least: 365, most: 36_500 } as const

/** milliseconds that an image waits on the server for a version or draft: a form lies unsaved for weeks at most */
export const UNSAVED_IMAGE_LIFETIME = 30 * 24 * 60 * 60 * 1000
