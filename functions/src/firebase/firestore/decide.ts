import type { Decision, Found, Key, StoredDocument, Unit } from '#domain/store/index.ts'
import { collectionOf } from '#core/document-keys.ts'
import { runUnit } from '#core/run-unit.ts'
import { type Content, contentOf } from './content.ts'
import { type Loader, MAX_ROUNDS, NotLoaded } from './loader.ts'

/** Writes of a group's units by key; `undefined` is a deletion. Only the last content of a key is stored. */
export type PendingWrites = Map<Key, Content | undefined>

/**
 * Runs a unit, and throws its errors. @param asked documents read before the group's earlier units ran @param pending
 * writes of these units
 */
export async function decide<R>(
  unit: Unit<R>,
  asked: Found | undefined,
  loader: Loader,
  pending: PendingWrites,
): Promise<{ readonly result: R; readonly writes: PendingWrites }> {
  const isFresh = asked !== undefined && ![...asked.keys()].some((key) => pending.has(key))
  const { result, writes } = isFresh ? unit.decide(asked) : await decideAnew(unit, loader, pending)
  const contents: PendingWrites = new Map()
  for (const write of writes) {
    collectionOf(write.key)
    contents.set(write.key, write.kind === 'set' ? contentOf(write.key, write.document) : undefined)
  }
  return { result, writes: contents }
}

async function decideAnew<R>(unit: Unit<R>, loader: Loader, pending: PendingWrites): Promise<Decision<R>> {
  const read = (key: Key): StoredDocument | undefined => {
    if (!pending.has(key)) return loader.read(key)
    const content = pending.get(key)
    return content && (JSON.parse(content.json) as StoredDocument)
  }
  for (let round = 0; ; round += 1) {
    try {
      return runUnit(unit, read)
    } catch (error) {
      // An earlier unit's write made this unit read a document that is not loaded yet.
      if (!(error instanceof NotLoaded) || round >= MAX_ROUNDS) throw error
      await loader.load([error.key])
    }
  }
}
