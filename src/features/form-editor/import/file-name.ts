import { trimmedOf } from '#domain/kernel/index.ts'

/** Longest part of the title that becomes part of a file's name, characters. */
const LONGEST = 60

/** A name for an exported form that every system takes: its title in plain letters. */
export function fileNameOf(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = trimmedOf(plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, LONGEST), /-/)
  return `${words === '' ? 'form' : words}.relevo.json`
}
