import { expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/documents/index.ts'
import * as limits from '#domain/kernel/limits.ts'

/*
 * Numbers of part 1, point 9, as manuals and people know them. What each of them does is shown where it does it.
 */
it('are what the specification says', () => {
  expect(limits).toMatchObject({
    FORMS_PAGE_SIZE: 7,
    AREAS_PAGE_SIZE: 15,
    MUNICIPALITIES_PAGE_SIZE: 7,
    BLOCKED_SIGN_OUT_MS: 3_000,
    MIN_REVOCATION_CHARACTERS: 19,
    SNACKBAR_MS: 2_500,
    ERROR_SNACKBAR_MS: 4_000,
    SAVED_SNACKBAR_MS: 6_000,
    MAP_MIN_ZOOM: 5,
    MAP_MAX_ZOOM: 18,
    MAP_INITIAL_ZOOM: 12,
    MAP_BOUNDS_ZOOM: 15,
    NEW_MUNICIPALITY_LATITUDE: -31.42,
    NEW_MUNICIPALITY_LONGITUDE: -64.18,
    DOCUMENT_TYPE: { DNI: 1, CUIT: 11 },
    DEFAULT_CODE: 'DESC',
  })
  expect([...limits.LANGUAGES].toSorted()).toEqual(['ca', 'ek', 'en', 'es', 'gl', 'ja', 'ot', 'pt'])
  expect(Object.values(QUESTION_TYPE)).toEqual([1, 2, 3, 4, 5])
  expect(Object.values(DATA_TYPE)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
