import { z } from 'zod'
import type { StoredDocument } from '#domain/store/index.ts'

/** Removes fields of a value that its schema restores when parsing. */
type Shortener = (value: unknown) => unknown
type Shorteners = Map<z.core.$ZodType, Shortener>

/** Schemas that wrap another without changing its values. */
const WRAPPERS = [z.ZodDefault, z.ZodOptional, z.ZodNullable, z.ZodReadonly]
type Wrapper = InstanceType<(typeof WRAPPERS)[number]>

type Field = { readonly shorten: Shortener; readonly isDefault: (value: unknown) => boolean }

/**
 * Returns a function that removes fields with default values from a document, at every depth. Parsing with the same
 * schema restores them. About half of a form is switches that are off and empty lists. Unknown fields are kept.
 * @param schema schema of a document, read once
 */
export function withoutDefaults(schema: z.ZodObject): (document: StoredDocument) => StoredDocument {
  return objectShortener(buildFieldShorteners(schema, new Map()))
}

function findShortener(schema: z.core.$ZodType, made: Shorteners): Shortener {
  const known = made.get(schema)
  if (known !== undefined) return known
  const shortener = newShortener(schema, made)
  made.set(schema, shortener)
  return shortener
}

function newShortener(schema: z.core.$ZodType, made: Shorteners): Shortener {
  if (WRAPPERS.some((wrapper) => schema instanceof wrapper))
    return findShortener((schema as Wrapper).def.innerType, made)
  if (schema instanceof z.ZodArray) {
    const each = findShortener(schema.def.element, made)
    return each === unchanged ? unchanged : (value) => (Array.isArray(value) ? value.map(each) : value)
  }
  if (schema instanceof z.ZodObject) {
    const shorten = objectShortener(buildFieldShorteners(schema, made))
    return (value) => (isObject(value) ? shorten(value) : value)
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return unionShortener(schema, made)
  return unchanged
}

function unchanged(value: unknown): unknown {
  return value
}

function buildFieldShorteners(schema: z.ZodObject, made: Shorteners): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(schema.def.shape).map(([name, field]) => [
      name,
      { shorten: findShortener(field, made), isDefault: createDefaultTest(field) },
    ]),
  )
}

function objectShortener(fields: ReadonlyMap<string, Field>): (value: StoredDocument) => StoredDocument {
  return (value) => {
    const short: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const field = fields.get(name)
      if (field === undefined) short[name] = value[name]
      else if (!field.isDefault(value[name])) short[name] = field.shorten(value[name])
    }
    return short
  }
}

/** Chooses the member by its discriminator, which has no default and therefore is never removed. */
function unionShortener(union: z.ZodDiscriminatedUnion, made: Shorteners): Shortener {
  const { discriminator, options } = union.def
  const members = new Map<unknown, Shortener>(
    options.flatMap((option) => {
      const literal = option instanceof z.ZodObject ? option.def.shape[discriminator] : undefined
      const words = literal instanceof z.ZodLiteral ? literal.def.values : []
      return words.map((word) => [word, findShortener(option, made)] as const)
    }),
  )
  return (value) => (isObject(value) ? (members.get(value[discriminator]) ?? unchanged)(value) : value)
}

/** Returns the test for a primitive default or an empty list. Object defaults are removed field by field. */
function createDefaultTest(field: z.core.$ZodType): (value: unknown) => boolean {
  if (!(field instanceof z.ZodDefault)) return () => false
  const { defaultValue } = field.def
  if (Array.isArray(defaultValue) && defaultValue.length === 0)
    return (value) => Array.isArray(value) && value.length === 0
  return typeof defaultValue === 'object' && defaultValue !== null ? () => false : (value) => value === defaultValue
}

function isObject(value: unknown): value is StoredDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
