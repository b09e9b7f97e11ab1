import { MAX_SIGNATURES } from '../documents/signature.ts'
import type { EditorForm, EditorSignature, NewKey } from '../form/editor-form.ts'
import { insertIn, applyPatch, removeFrom, replaceIn } from '../form/lists.ts'
import { newSignature } from '../form/new-elements.ts'

export type SignaturePatch = Partial<Omit<EditorSignature, 'key' | 'storedAs'>>

/**
 * Changes the number of signatures: removes signatures at the end, or adds new ones there.
 * @param count new number of signatures
 */
export function setSignatureCount(form: EditorForm, count: number, newKey: NewKey): EditorForm {
  const wanted = Math.min(Math.max(0, Math.trunc(count)), MAX_SIGNATURES)
  const keptSignatures = form.signatures.slice(0, wanted)
  const addedSignatures = Array.from({ length: wanted - keptSignatures.length }, () => newSignature(newKey()))
  return wanted === form.signatures.length ? form : { ...form, signatures: insertIn(keptSignatures, addedSignatures) }
}

export function updateSignature(form: EditorForm, key: string, patch: SignaturePatch): EditorForm {
  const signatures = replaceIn(form.signatures, key, (signature) => applyPatch(signature, patch))
  return signatures === form.signatures ? form : { ...form, signatures }
}

export function removeSignature(form: EditorForm, key: string): EditorForm {
  const signatures = removeFrom(form.signatures, key)
  return signatures === form.signatures ? form : { ...form, signatures, restructured: true }
}
