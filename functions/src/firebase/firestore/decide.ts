import type { Decision, FoundDocuments, Key, StoredDocument, Unit } from '#domain/store/index.ts'
import { collectionOf } from '#core/document-keys.ts'
import { runUnit } from '#core/run-unit.ts'
import { type PackedContent, buildContent } from './content.ts'
import { type Loader, MAX_ROUNDS, NotLoadedError } from './loader.ts'

/** Writes of a group's units by key; `undefined` is a deletion. Only the last content of a key is stored. */
export type PendingWrites = Map<Key, PackedContent | undefined>

/**
 * Runs a unit, and throws its errors. @param asked documents read before the group's earlier units ran @param pending
 * writes of these units
 */
export async function decideUnit<R>(
  unit: Unit<R>,
  asked: FoundDocuments | undefined,
  loader: Loader,
  pending: PendingWrites,
): Promise<{ readonly result: R; readonly writes: PendingWrites }> {
  const isFresh = asked !== undefined && ![...asked.keys()].some((key) => pending.has(key))
  const { result, writes } = isFresh ? unit.decide(asked) : await retryDecide(unit, loader, pending)
  const contents: PendingWrites = new Map()
  for (const write of writes) {
    collectionOf(write.key)
    contents.set(write.key, write.kind === 'set' ? buildContent(write.key, write.document) : undefined)
  }
  return { result, writes: contents }
}

async function retryDecide<R>(unit: Unit<R>, loader: Loader, pending: PendingWrites): Promise<Decision<R>> {
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
      if (!(error instanceof NotLoadedError) || round >= MAX_ROUNDS) throw error
      await loader.load([error.key])
    }
  }
}
