import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { documents } from '#domain/store/index.ts'
import { PROBLEM_CODES } from '#domain/kernel/index.ts'

type Json = Readonly<Record<string, unknown>>
/** Shapes by their names, in groups. */
export type Groups = Readonly<Record<string, Json>>
/** Released shapes are on devices out of reach and never change, except that the server's replies may grow. */
type Frozen = { readonly released: boolean } & Groups

const ROOT = new URL('../../../', import.meta.url)
const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '')
/** Shapes of documents stored on the server, described once, by name. */
const DOCUMENTS = new Map<unknown, string>(
  Object.entries(documents).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject ? [[schema, titled(name)]] : [],
  ),
)

/**
 * JSON schemas of these schemas, and of the documents that they contain. Descriptions, which may change at any time,
 * and problem codes are not part of a shape: an app that does not know a code reports that it is too old.
 */
export function shapesOf(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json {
  const shapes: Record<string, unknown> = {}
  const waiting: [string, z.ZodType][] = Object.entries(schemas)
  for (const [name, schema] of waiting) {
    const { $schema: _, ...shape } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        delete jsonSchema.description
        if (jsonSchema.enum?.length === PROBLEM_CODES.length) jsonSchema.enum = ['a problem code']
        const document = DOCUMENTS.get(zodSchema)
        if (document === undefined || document === name) return
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
        jsonSchema.$ref = document
        if (!waiting.some(([known]) => known === document)) waiting.push([document, zodSchema as unknown as z.ZodType])
      },
    })
    shapes[name] = JSON.parse(JSON.stringify(shape))
  }
  return shapes
}

export function readFrozen(file: string): Frozen {
  return JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as Frozen
}

/** Writes one line per shape, so that a diff shows where a change is. */
export function writeFrozen(file: string, released: boolean, groups: Groups): void {
  const object = (values: Json): string =>
    `{\n${Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  const lines = Object.entries(groups).map(([name, shapes]) => `"${name}": ${object(shapes)}`)
  writeFileSync(new URL(file, ROOT), `{\n"released": ${released},\n${lines.join(',\n')}\n}\n`)
}
