import { expect, it } from 'vitest'
import type { FoundDocuments, Key, StoredDocument } from '#domain/store/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { runUnit } from './run-unit.ts'

const A: Key = 'usuarios/a'
const B: Key = 'usuarios/b'
const nothing = (): StoredDocument | undefined => undefined
const deciding = (read: Key) => (found: FoundDocuments) => ({ result: found.get(read), writes: [] })

it('what keysFor forgot cannot be decided from: it does not read as "does not exist"', () => {
  expect(() => runUnit({ keysFor: () => [A], decide: deciding(B) }, nothing)).toThrow(/keysFor forgot it/)
  expect(runUnit({ keysFor: () => [A], decide: deciding(A) }, nothing).result).toBeUndefined()
})

it('while keys are being named, what is not read yet is no mistake', () => {
  const unit = { keysFor: (found: FoundDocuments) => (found.get(A) === undefined ? [A] : [A, B]), decide: deciding(B) }
  expect(runUnit(unit, (key) => ({ id: key })).result).toEqual({ id: B })
})

it('what a store was not asked for is not in its answer either', async () => {
  const found = await openMemoryStore().getMany([A])
  expect(found.get(A)).toBeUndefined()
  expect(() => found.get(B)).toThrow()
})
