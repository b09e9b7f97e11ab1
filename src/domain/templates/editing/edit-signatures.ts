import { MAX_SIGNATURES } from '../documents/signature.ts'
import type { EditorForm, EditorSignature, NewKey } from '../form/editor-form.ts'
import { insertElements, applyPatch, removeElement, replaceElement } from '../form/lists.ts'
import { createSignature } from '../form/new-elements.ts'

export type SignaturePatch = Partial<Omit<EditorSignature, 'key' | 'storedAs'>>

/**
 * Changes the number of signatures: removes signatures at the end, or adds new ones there.
 * @param count new number of signatures
 */
export function setSignatureCount(form: EditorForm, count: number, newKey: NewKey): EditorForm {
  const wanted = Math.min(Math.max(0, Math.trunc(count)), MAX_SIGNATURES)
  const keptSignatures = form.signatures.slice(0, wanted)
  const addedSignatures = Array.from({ length: wanted - keptSignatures.length }, () => createSignature(newKey()))
  return wanted === form.signatures.length
    ? form
    : { ...form, signatures: insertElements(keptSignatures, addedSignatures) }
}

export function updateSignature(form: EditorForm, key: string, patch: SignaturePatch): EditorForm {
  const signatures = replaceElement(form.signatures, key, (signature) => applyPatch(signature, patch))
  return signatures === form.signatures ? form : { ...form, signatures }
}

export function removeSignature(form: EditorForm, key: string): EditorForm {
  const signatures = removeElement(form.signatures, key)
  return signatures === form.signatures ? form : { ...form, signatures, restructured: true }
}
