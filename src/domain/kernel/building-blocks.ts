import { z } from 'zod'
import { LANGUAGES, type Language } from './limits.ts'

/**
 * Building blocks of document schemas. Documents drop unknown fields, so that older apps can read documents of newer
 * servers. Arrays are readonly to prevent accidental changes.
 */

/** Upper bounds against invalid data; far above real forms. */
export const MAX_TITLE_LENGTH = 2000
export const MAX_DESCRIPTION_LENGTH = 20_000
export const MAX_NAME_LENGTH = 255
const MAX_ORDER = 9999

export type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly [infer Only]
    ? readonly [DeepReadonly<Only>]
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

export const titleSchema = z.string().max(MAX_TITLE_LENGTH)
export const descriptionSchema = z.string().max(MAX_DESCRIPTION_LENGTH)
export const nameSchema = z.string().max(MAX_NAME_LENGTH)
export const orderSchema = z.int().min(0).max(MAX_ORDER)

/**
 * URL that may be used as an href: http(s), mailto, tel or relative. Other schemes (javascript, data) are refused, as
 * are control characters, which browsers ignore inside a scheme. Link questions are stricter (`isSafeLink`).
 */
const SAFE_LINK = /^(?! )(?:https?:\/\/|mailto:|tel:|(?![A-Za-z][A-Za-z0-9+.-]*:))[^\u0000-\u001f\u007f]*$/
export const linkSchema = z.string().max(2000).regex(SAFE_LINK)

/** Path of a template's image: the template and the SHA-256 of its bytes. */
export const TEMPLATE_IMAGE_PATTERN = /^\/api\/templates\/([A-Za-z0-9_-]{1,64})\/images\/([0-9a-f]{64})$/
/**
 * Image of a template. Other URLs are refused, because users' browsers would request them with the users' rights and
 * reveal visits to other sites.
 */
export const templateImageSchema = z.string().regex(TEMPLATE_IMAGE_PATTERN).optional()
/** Stored image of a template. URLs stored before this rule existed are read as no image. */
export const storedTemplateImageSchema = templateImageSchema.catch(undefined)

/** A bounded, readonly array. */
export function boundedList<T extends z.ZodType>(item: T, max: number): z.ZodReadonly<z.ZodArray<T>> {
  return z.array(item).max(max).readonly()
}

/** English names of the languages, for descriptions. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Spanish',
  pt: 'Portuguese',
  gl: 'Galician',
  ja: 'Japanese',
  ca: 'Catalan',
  ek: 'Basque',
  ot: 'another language',
}

type AlternativeFields<Name extends string> = {
  [Key in `${Name}AlternativeLanguage_${Language}`]: z.ZodOptional<z.ZodString>
}

/** The optional fields `{name}AlternativeLanguage_{lang}`, one for each language of the interface. */
export function buildAlternativeFields<Name extends string>(name: Name): AlternativeFields<Name> {
  const fields = LANGUAGES.map((language) => [
    `${name}AlternativeLanguage_${language}`,
    z.string().max(MAX_DESCRIPTION_LENGTH).optional().describe(`${name} in ${LANGUAGE_NAMES[language]}`),
  ])
  return Object.fromEntries(fields) as AlternativeFields<Name>
}
