import { ok, refuse, type Result, sha256Schema, type Sha256 } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'
import type { FileClaim } from '#domain/sync/index.ts'
import { shrinkPhoto } from './shrink.ts'
import { checkFile } from './sniff.ts'

export type Captured = { readonly claim: FileClaim; readonly data: ArrayBuffer }

/** Reads, shrinks and measures what a person chose. Nothing is stored yet. Refuses as checkFile and shrinkPhoto do; an empty file is unreadable. */
export async function captureFile(field: AttachmentField, file: File, keepPlace: boolean): Promise<Result<Captured>> {
  if (field === 'imagen') {
    const shrunk = await shrinkPhoto(file, keepPlace)
    return shrunk.ok ? measured(shrunk.value.data, shrunk.value.type, renamed(file.name, shrunk.value.type)) : shrunk
  }
  const type = checkFile(field, file)
  if (!type.ok) return type
  return measured(await file.arrayBuffer(), type.value, file.name)
}

/** Takes the hash and the length: from here on they are what the server has to confirm. */
export async function measured(data: ArrayBuffer, type: string, name: string): Promise<Result<Captured>> {
  if (data.byteLength === 0) return refuse('file.unreadable')
  const claim = { sha256: await sha256Of(data), bytes: data.byteLength, type, name: name.slice(-255) || 'file' }
  return ok({ claim, data })
}

async function sha256Of(data: ArrayBuffer): Promise<Sha256> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return sha256Schema.parse([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** A picture that became a JPEG is named so. */
function renamed(name: string, type: string): string {
  const ending = type === 'image/png' ? 'png' : 'jpg'
  const stem = name.replace(/\.[^.]*$/, '')
  return `${stem === '' ? 'photo' : stem}.${ending}`
}
