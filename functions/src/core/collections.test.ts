import { describe, expect, it } from 'vitest'
import {
  answerSchema,
  areaSchema,
  formTemplateSchema,
  municipalitySchema,
  payOrderSchema,
  userSchema,
} from '#domain/documents/index.ts'
import { COLLECTIONS, type CollectionName } from './collections.ts'

/** A field that no document has is searched in vain, and nothing says so: an index over nothing is a list that stays empty. */
const SCHEMAS = {
  usuarios: userSchema,
  municipios: municipalitySchema,
  areas_municipales: areaSchema,
  formularios: formTemplateSchema,
  respuestas_formularios: answerSchema,
  payOrder: payOrderSchema,
} as const satisfies Partial<Readonly<Record<CollectionName, unknown>>>

/** What a schema has under a path with points, with what may be missing, read-only or by default looked through. */
function fieldAt(schema: unknown, path: readonly string[]): unknown {
  const { def, shape } = (schema ?? {}) as {
    readonly def?: { readonly innerType?: unknown; readonly in?: unknown }
    readonly shape?: Readonly<Record<string, unknown>>
  }
  const [field, ...rest] = path
  if (field === undefined) return schema
  if (shape !== undefined) return fieldAt(shape[field], rest)
  const inner = def?.innerType ?? def?.in
  return inner === undefined ? undefined : fieldAt(inner, path)
}

describe('what a collection is searched by', () => {
  const names = Object.keys(SCHEMAS) as readonly (keyof typeof SCHEMAS)[]
  it.each(names)('is in its documents: %s', (name) => {
    const { scalars, arrays } = COLLECTIONS[name]
    const unknown = [...scalars, ...arrays].filter((path) => fieldAt(SCHEMAS[name], path.split('.')) === undefined)
    expect(unknown).toEqual([])
  })

  it.each(Object.entries(COLLECTIONS))(
    'and what is indexed or followed is searched: %s',
    (_name, { scalars, arrays, followed, indexes }) => {
      const known: readonly string[] = [...scalars, ...arrays]
      expect(
        [...followed, ...(indexes as readonly (readonly string[])[]).flat()].filter((field) => !known.includes(field)),
      ).toEqual([])
    },
  )
})
