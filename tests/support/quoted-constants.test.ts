import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import * as limits from '#domain/kernel/limits.ts'

/*
 * Numbers of the specification, written by hand as manuals quote them. Their effects are tested where each number is
 * used.
 */
const KIB = 1024
const PARTS = {
  'part 1, point 9': {
    FORMS_PAGE_SIZE: 7,
    AREAS_PAGE_SIZE: 15,
    MUNICIPALITIES_PAGE_SIZE: 7,
    BLOCKED_SIGN_OUT_DELAY_MS: 3_000,
    MIN_FLAG_TIME_LENGTH: 19,
    SNACKBAR_MS: 2_500,
    ERROR_SNACKBAR_MS: 4_000,
    SAVED_SNACKBAR_MS: 6_000,
    MAP_MIN_ZOOM: 5,
    MAP_MAX_ZOOM: 18,
    MAP_INITIAL_ZOOM: 12,
    MAP_BOUNDS_ZOOM: 15,
    NEW_MUNICIPALITY_LATITUDE: -31.42,
    NEW_MUNICIPALITY_LONGITUDE: -64.18,
    REGISTRY_DOCUMENT_TYPE: { DNI: 1, CUIT: 11 },
    DEFAULT_CODE: 'DESC',
    LANGUAGES: ['en', 'es', 'pt', 'gl', 'ja', 'ca', 'ek', 'ot'],
    DEFAULT_LANGUAGE: 'en',
  },
  'part 2, point 9': {
    MAX_INCIDENT_TITLE_LENGTH: 75,
    MAX_SIGNATURE_CONFIG_TITLE_LENGTH: 40,
    MAX_HEADER_IMAGE_BYTES: 5 * KIB * KIB,
    HEADER_IMAGE_WIDTH: 1_280,
    HEADER_IMAGE_HEIGHT: 150,
    MAX_PDF_LOGO_BYTES: 5 * KIB * KIB,
    EDITOR_OPTION_LIST_HEIGHTS: [200, 400],
    MAX_OPTIONS_WITHOUT_SEARCH: 10,
    MIN_RESPONSES_COUNT: 1,
    AGENDA_PROCEDURE_TYPE: 2,
    EDITOR_ERROR_ALERT_MS: 5_000,
    EDITOR_HIGHLIGHT_MS: 4_000,
  },
  'part 3, points 2, 3, 5 and 9': {
    ANSWERS_PAGE_SIZE: 15,
    OWN_ANSWERS_PAGE_SIZE: 7,
    RECIPIENT_SEARCH_PAGE_SIZE: 5,
    STATISTICS_PAGE_SIZE: 100,
    LARGE_STATISTICS_PAGE_SIZE: 500,
    EXPORT_SHEET_NAME: 'Sheet1',
    MAX_IMAGE_BYTES: 5 * KIB * KIB,
    MAX_DOCUMENT_BYTES: 5 * KIB * KIB,
    MAX_MAP_DOCUMENT_BYTES: 50 * KIB * KIB,
    MAX_VIDEO_BYTES: 50 * KIB * KIB,
    MAX_SIGNATURE_BYTES: KIB * KIB,
    MAX_EMAIL_ATTACHMENT_BYTES: 5 * KIB * KIB,
    MAX_SIGNATORY_TITLE_LENGTH: 60,
    MIN_NATURAL_ID_LENGTH: 6,
    MAX_NATURAL_ID_LENGTH: 14,
    MAX_NATURAL_ID_LENGTH_PT: 11,
    MAX_NEW_PERSON_ID_LENGTH: 12,
    TAX_NUMBER_LENGTH: 11,
    MIN_TAX_SEARCH_LENGTH: 11,
    MAX_TAX_SEARCH_LENGTH: 14,
    MAX_PHONE_DIGITS: 15,
    MAX_CITIZEN_NAME_LENGTH: 255,
    OPTION_LIST_HEIGHT: 300,
    SIGNATURE_CANVAS_HEIGHT: 150,
    SIGNATURE_LINE_WIDTH: 2,
    DEFAULT_LATITUDE: -31.421335,
    DEFAULT_LONGITUDE: -64.183188,
    ANSWERS_MAP_ZOOM: 6,
    ANSWER_MAP_ZOOM: 15,
    ERROR_BANNER_MS: 6_000,
    HINT_MS: 3_500,
    PDF_OPEN_DELAY_MS: 1_000,
    PAID_STATUS: 'Pagado',
    ALL_STATES_FILTER: '-1',
    PDF_CODE_ID_LENGTH: 3,
    ANONYMOUS_NAME: 'Usuario Anónimo',
  },
} as const

/** Limits that the specification does not define. */
const OURS: ReadonlySet<string> = new Set([
  'ANSWERS_PAGE_SIZES',
  'ANSWER_VERSIONS_PAGE_SIZE',
  'AUDIT_DAYS',
  'AUDIT_PAGE_SIZE',
  'DELETED_ANSWERS_DAYS',
  'KNOWN_CITIZEN_DAYS',
  'MAX_CATALOGUE_BYTES',
  'MIN_BRAND_CONTRAST',
  'MAX_MAP_DOWNLOAD_BYTES',
  'MAX_ANSWER_CHARACTERS',
  'MAX_EARLIER_CODES',
  'MAX_ANSWER_VALUES',
  'MAX_ANSWER_VERSIONS',
  'MAX_CONFLICTS',
  'MAX_EMAIL_LENGTH',
  'MAX_EMERGENCY_TEXT_LENGTH',
  'MAX_EMPTY_ROWS',
  'MAX_FACTORS',
  'MAX_FACTOR_NAME_LENGTH',
  'MAX_FILES_PER_ANSWER',
  'MAX_FILE_BYTES',
  'MAX_GROWING_CHARACTERS',
  'MAX_IMAGE_PIXELS',
  'MAX_IMPORT_BYTES',
  'MAX_OWN_ANSWERS_DAYS',
  'MAX_PASSWORD_LENGTH',
  'MAX_PUBLIC_ANSWER_CHARACTERS',
  'MAX_REPEATED_CHARACTERS',
  'MAX_STATE_HISTORY',
  'MAX_TEMPLATE_CHARACTERS',
  'MAX_TEMPLATE_VALUES',
  'MAX_TEXT_LENGTH',
  'MIN_DATE',
  'MAX_DATE',
  'MAX_WRITTEN_NUMBER_LENGTH',
  'MIN_PASSWORD_LENGTH',
  'MAX_ANSWERS_PER_PAGE',
  'OWN_ANSWERS_DAYS',
  'QUESTIONS_PER_BATCH',
  'RECOVERY_CODE_COUNT',
  'UNSAVED_IMAGE_LIFETIME_MS',
  'USERS_PAGE_SIZE',
])

describe.each(Object.entries(PARTS))('%s', (_, given) => {
  it.each(Object.entries(given))('%s', (name, value) => {
    expect((limits as Readonly<Record<string, unknown>>)[name]).toEqual(value)
  })
})

describe('a limit', () => {
  it('is written here by hand, or is named as one that the specification does not give', () => {
    const given = new Set(Object.values(PARTS).flatMap((part) => Object.keys(part)))
    expect(Object.keys(limits).filter((name) => !given.has(name) && !OURS.has(name))).toEqual([])
    expect([...OURS].filter((name) => given.has(name) || !(name in limits))).toEqual([])
  })
})

it('the numbers of question types and data types are those of stored forms', () => {
  expect(QUESTION_TYPE).toEqual({ OPEN: 1, SELECT: 2, RADIO: 3, BOOLEAN: 4, COMBINED: 5 })
  expect(DATA_TYPE).toEqual({ STRING: 1, NUMBER: 2, DECIMAL: 3, DATE: 4, TIME: 5, LINK: 6, TITLE: 7 })
})
