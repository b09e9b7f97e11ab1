import {
  mutationSchema,
  PROTOCOL_VERSION,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
} from '#domain/sync/index.ts'
import { type Groups, shapesOf } from './frozen.ts'

/** Every file of frozen shapes, and what stands in it today. */
export const FROZEN: readonly { readonly file: string; readonly shapes: () => Groups }[] = [
  {
    file: `src/domain/sync/frozen/protocol-${PROTOCOL_VERSION}.json`,
    shapes: () => ({
      sent: shapesOf({ PushRequest: pushRequestSchema, Mutation: mutationSchema }, 'input'),
      told: shapesOf({ PushResponse: pushResponseSchema, PullResponse: pullResponseSchema }, 'input'),
    }),
  },
]
