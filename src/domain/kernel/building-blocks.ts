import { z } from 'zod'
import { LANGUAGES, type Language } from './limits.ts'

/**
 * What the document schemas share. Documents are plain objects that drop unknown fields: an older app must be able to
 * read what a newer server sends. Arrays are frozen, so a parsed document is not changed by accident.
 */

/** Bounds that keep rubbish out; generous beside any form that people fill in. */
export const MAX_TITLE_LENGTH = 2000
export const MAX_DESCRIPTION_LENGTH = 20_000
export const MAX_NAME_LENGTH = 255
export const MAX_ORDER = 9999

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
 * An address that may become an href: http(s), mailto, tel or relative. Any other scheme (javascript, data) and control
 * characters, which browsers ignore inside a scheme, are refused. Of link questions less is saved (`isSafeLink`).
 */
const SAFE_LINK = /^(?! )(?:https?:\/\/|mailto:|tel:|(?![A-Za-z][A-Za-z0-9+.-]*:))[^\u0000-\u001f\u007f]*$/
export const linkSchema = z.string().max(2000).regex(SAFE_LINK)

/** Where the server keeps an image of a template: the template and the SHA-256 of its bytes. */
export const TEMPLATE_IMAGE = /^\/api\/templates\/([A-Za-z0-9_-]{1,64})\/images\/([0-9a-f]{64})$/
/** An image of a template, and no other: users ask for it with their own rights, and elsewhere would be seen. */
export const templateImageSchema = z.string().regex(TEMPLATE_IMAGE).optional()
/** The same in what is stored: another one, of before there was this rule, is read as none. */
export const storedTemplateImageSchema = templateImageSchema.catch(undefined)

/** A bounded, readonly array. */
export function list<T extends z.ZodType>(item: T, max: number): z.ZodReadonly<z.ZodArray<T>> {
  return z.array(item).max(max).readonly()
}

type AlternativeFields<Name extends string> = {
  [Key in `${Name}AlternativeLanguage_${Language}`]: z.ZodOptional<z.ZodString>
}

/** The optional fields `{name}AlternativeLanguage_{lang}`, one for each language of the interface. */
export function alternativeLanguages<Name extends string>(name: Name): AlternativeFields<Name> {
  const fields = LANGUAGES.map((language) => [
    `${name}AlternativeLanguage_${language}`,
    z.string().max(MAX_DESCRIPTION_LENGTH).optional().describe(`${name} in the language ${language}`),
  ])
  return Object.fromEntries(fields) as AlternativeFields<Name>
}
