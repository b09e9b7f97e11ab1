import { type AnswerId, type Instant, toInstant } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import type { Draft } from '#local/index.ts'
import { createEmptyHeader, toAnswerHeader } from '../form/draft-header.ts'
import type { FormInitialState, FormStore } from '../form/form-store.ts'

/** The open form as a draft. @param now device clock, milliseconds */
export function toDraft({ template, state }: FormStore, id: AnswerId, startedAt: Instant, now: number): Draft {
  const { content, header, focus } = state.getState()
  const { citizen } = header
  const signing = header.signatures.flatMap(({ image, filled: _, ...names }) => (image === undefined ? [names] : []))
  const filled = header.signatures.flatMap((signature) => (signature.filled === true ? [signature.indexSignature] : []))
  return {
    id,
    template: template.id,
    version: template.version,
    // The draft also keeps a citizen for whom only the kind (person or legal entity) was chosen. The server would
    // refuse such a citizen.
    header: { ...toAnswerHeader(header), ...(citizen === undefined ? {} : { citizen }) },
    content,
    signing,
    ...(filled.length === 0 ? {} : { filled }),
    ...(focus === null ? {} : { at: focus }),
    startedAt,
    updatedAt: toInstant(now),
  }
}

/** Restores the form state from a draft. */
export function restoreFromDraft(
  template: FormStore['template'],
  draft: Draft,
  files: readonly FileClaim[],
): Required<FormInitialState> {
  const given = [...draft.header.signatures, ...(draft.signing ?? [])]
  const signatures = createEmptyHeader(template).signatures.map((empty) => {
    const index = empty.indexSignature
    const item = given.find(({ indexSignature }) => indexSignature === index) ?? empty
    return draft.filled?.includes(index) === true ? { ...item, filled: true } : item
  })
  return {
    content: draft.content,
    header: { ...draft.header, signatures },
    files: Object.fromEntries(files.map((claim) => [claim.sha256, claim])),
    focus: draft.at ?? null,
  }
}
