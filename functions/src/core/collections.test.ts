import { describe, expect, it } from 'vitest'
import type { StoredDocument } from '#domain/store/index.ts'
import { answerSchema } from '#domain/answers/index.ts'
import { paymentOrderSchema, receiptSchema } from '#domain/payments/index.ts'
import { formTemplateSchema, storedDraftSchema } from '#domain/templates/index.ts'
import { userSchema } from '#domain/users/index.ts'
import { areaSchema, municipalitySchema } from '#domain/places/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { COLLECTIONS, type Collection, type CollectionName } from './collections.ts'

/** Sample documents from which fields are derived; without one, derived fields are not checked. */
const SAMPLES: Partial<Readonly<Record<CollectionName, StoredDocument>>> = {
  usuarios: buildUser('ines'),
  borradores: { seenIn: [AREA], areas: [AREA] },
  areas_municipales: areaSchema.parse({ path: AREA, nombre: 'Comercio', municipalityPath: MUNICIPALITY }),
  payOrder: buildOrder(),
  respuestas_formularios: { datosCiudadano: { tipo: 'fisica', dni: '30111222', cuit: '20-30111222-3' } },
}

function isDerived(name: CollectionName, path: string): boolean {
  const [first = '', second = ''] = path.split('.')
  const [{ derived: follows, summary }, sample] = [COLLECTIONS[name] as Collection, SAMPLES[name] ?? {}]
  const derived = follows?.(sample, summary?.(sample))?.[first]
  return typeof derived === 'object' && derived !== null && Object.hasOwn(derived, second)
}

/** A search by a field that no document has finds nothing, unnoticed: an index of it leaves a list empty. */
const SCHEMAS = {
  usuarios: userSchema,
  municipios: municipalitySchema,
  areas_municipales: areaSchema,
  formularios: formTemplateSchema,
  borradores: storedDraftSchema,
  respuestas_formularios: answerSchema,
  payOrder: paymentOrderSchema,
  recibos: receiptSchema,
} as const satisfies Partial<Readonly<Record<CollectionName, unknown>>>

/** A schema's field at a dotted path, ignoring wrappers for optional, read-only and default values. */
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
    const unknown = [...scalars, ...arrays].filter(
      (path) => fieldAt(SCHEMAS[name], path.split('.')) === undefined && !isDerived(name, path),
    )
    expect(unknown).toEqual([])
  })

  it.each(Object.entries(COLLECTIONS))(
    'and what is indexed or followed is searched: %s',
    (_name, collection: Collection) => {
      const { scalars, arrays, followed, indexes, alone = [] } = collection
      const known: readonly string[] = [...scalars, ...arrays]
      expect([...followed, ...alone, ...indexes.flat()].filter((field) => !known.includes(field))).toEqual([])
    },
  )
})
