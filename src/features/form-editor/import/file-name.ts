import { trimMatching } from '#domain/kernel/index.ts'

/** Maximum characters of the title in a file name. */
const MAX_NAME_LENGTH = 60

/** A file name for an exported form. Contains the title in letters that all systems accept. */
export function formExportFileName(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = trimMatching(plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, MAX_NAME_LENGTH), /-/)
  return `${words === '' ? 'form' : words}.relevo.json`
}
