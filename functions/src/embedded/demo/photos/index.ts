import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sha256Schema, type Sha256, typedKeys } from '#domain/kernel/index.ts'
import { DEMO_PHOTOS } from '../../program-files.mjs'

/** A drawn photo or signature, with the bytes for the host's file store. */
export type DemoFile = {
  readonly sha256: Sha256
  readonly content: Uint8Array
  readonly type: 'image/jpeg' | 'image/png'
  readonly name: string
}

const NAMES = {
  facade: ['almacen', 'panaderia', 'indumentaria', 'ferreteria', 'gastronomia', 'otro'],
  extinguisher: ['1', '2'],
  kitchen: ['1', '2'],
  certificate: ['1', '2'],
  tree: ['1', '2', '3', '4', '5', '6'],
  lamp: ['1', '2', '3', '4'],
  site: ['1', '2'],
  signature: ['1', '2', '3', '4', '5', '6', '7', '8'],
} as const
export type PhotoKind = keyof typeof NAMES

const PHOTOS_BY_KIND: ReadonlyMap<PhotoKind, ReadonlyMap<string, DemoFile>> = new Map(
  listPhotoKinds().map((kind) => [kind, new Map(NAMES[kind].map((name) => [name, readPhoto(kind, name)]))]),
)

/** Every file that an answer of the demonstration may reference. */
export const DEMO_FILES: readonly DemoFile[] = [...PHOTOS_BY_KIND.values()].flatMap((files) => [...files.values()])

export function listPhotosOfKind(kind: PhotoKind): readonly DemoFile[] {
  return [...(PHOTOS_BY_KIND.get(kind)?.values() ?? [])]
}

/** @param name as in NAMES, for example the facade of a `panaderia` */
export function findPhoto(kind: PhotoKind, name: string): DemoFile | undefined {
  return PHOTOS_BY_KIND.get(kind)?.get(name)
}

function listPhotoKinds(): readonly PhotoKind[] {
  return typedKeys(NAMES)
}

function readPhoto(kind: PhotoKind, name: string): DemoFile {
  const isSignature = kind === 'signature'
  const file = `${kind}-${name}.${isSignature ? 'png' : 'jpg'}`
  const content = new Uint8Array(readFileSync(new URL(file, DEMO_PHOTOS)))
  const sha256 = sha256Schema.parse(createHash('sha256').update(content).digest('hex'))
  return { sha256, content, type: isSignature ? 'image/png' : 'image/jpeg', name: file }
}
