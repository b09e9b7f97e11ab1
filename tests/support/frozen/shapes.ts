import {
  mutationSchema,
  PROTOCOL_VERSION,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
} from '#domain/sync/index.ts'
import { TABLES, TABLES_VERSION } from '#local/database.ts'
import { DEVICE_FACTS, DEVICE_ROWS } from './device-rows.ts'
import { type Groups, shapesOf } from './frozen.ts'

/** The device's storage: its tables with their keys and indexes, and the rows that an update reads. */
export function tableShapes(
  tables: Readonly<Record<string, string>> = TABLES,
  rows: Parameters<typeof shapesOf>[0] = DEVICE_ROWS,
  facts: Parameters<typeof shapesOf>[0] = DEVICE_FACTS,
): Groups {
  return { tables, rows: shapesOf(rows, 'output'), facts: shapesOf(facts, 'output') }
}

/** Every file of frozen shapes, with its current content. */
export const FROZEN: readonly { readonly file: string; readonly shapes: () => Groups }[] = [
  {
    file: `src/domain/sync/frozen/protocol-${PROTOCOL_VERSION}.json`,
    shapes: () => ({
      sent: shapesOf({ PushRequest: pushRequestSchema, Mutation: mutationSchema }, 'input'),
      told: shapesOf({ PushResponse: pushResponseSchema, PullResponse: pullResponseSchema }, 'input'),
    }),
  },
  { file: `src/local/frozen/tables-${TABLES_VERSION}.json`, shapes: () => tableShapes() },
]
