import { photosOf, type DemoFile } from '../photos/index.ts'

/** The same person always signs the same way, and never as `unlike`, who signs beside them. */
export function signatureOf(person: string, unlike?: string): DemoFile {
  const all = photosOf('signature')
  const other = unlike === undefined ? undefined : signatureOf(unlike)
  const free = all.filter((file) => file !== other)
  const sum = [...person].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7)
  const file = free[sum % free.length]
  if (file === undefined) throw new Error('No signature was drawn')
  return file
}
