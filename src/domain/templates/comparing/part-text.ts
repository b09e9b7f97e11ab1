import { getVisibleText } from '../../kernel/visible-text.ts'
import type { FormPart } from './parts.ts'

/** Returns the text by which users recognise a part; empty if it has none. */
export function getPartText({ kind, fields }: FormPart): string {
  const named = TEXTS[kind]
    .map((field) => fields[field])
    .find((text) => typeof text === 'string' && getVisibleText(text) !== '')
  return typeof named === 'string' ? named.trim() : ''
}

const TEXTS: Readonly<Record<FormPart['kind'], readonly string[]>> = {
  form: ['titulo'],
  section: ['titulo', 'conditionalQuestion'],
  condition: ['condition'],
  question: ['titulo'],
  option: ['texto'],
  block: ['name', 'content'],
  state: ['nombre'],
  signature: ['title'],
}
