import { visibleText } from '../../kernel/visible-text.ts'
import type { Part } from './parts.ts'

/** Text that identifies a part for users; empty when it has none. */
export function textOf({ kind, fields }: Part): string {
  const named = TEXTS[kind]
    .map((field) => fields[field])
    .find((text) => typeof text === 'string' && visibleText(text) !== '')
  return typeof named === 'string' ? named.trim() : ''
}

const TEXTS: Readonly<Record<Part['kind'], readonly string[]>> = {
  form: ['titulo'],
  section: ['titulo', 'conditionalQuestion'],
  condition: ['condition'],
  question: ['titulo'],
  option: ['texto'],
  block: ['name', 'content'],
  state: ['nombre'],
  signature: ['title'],
}
