import { useState } from 'react'
import type { TemplateDraft } from '#domain/templates/index.ts'
import type { AreaPath, Problem } from '#domain/kernel/index.ts'
import { adoptTemplate, type Adopting, type LeftBehind } from '#domain/template-file/index.ts'
import type { XlsformNote } from '#domain/xlsform/index.ts'

/** A form that was read from a file, and not put into the editor yet. */
export type Review = {
  readonly name: string
  readonly kind: 'relevo' | 'xlsform'
  readonly draft: TemplateDraft
  readonly notes: readonly XlsformNote[]
  readonly left: readonly LeftBehind[]
}

export type Chosen =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly name: string; readonly problem: Problem }
  | { readonly kind: 'read'; readonly review: Review }

/** Reads a chosen file into a form here. @param present areas in the editor, kept if the file has none of the user's */
export function useChosenFile(adopting: Adopting, present: readonly AreaPath[]) {
  const [chosen, setChosen] = useState<Chosen>({ kind: 'nothing' })

  const choose = async (file: File): Promise<void> => {
    setChosen({ kind: 'reading' })
    const refused = (problem: Problem): void => setChosen({ kind: 'refused', name: file.name, problem })
    // The reader comes with the first file; when it is not on this device yet, that fails like any download.
    const reader = await import('#documents/index.ts').catch(() => null)
    if (reader === null) return refused({ code: 'network.unreachable' })
    try {
      const form = await reader.importForm(new Uint8Array(await file.arrayBuffer()), file.name)
      if (!form.ok) return refused(form.problem)
      const { kind, notes } = form.value
      const { draft, left } = adoptTemplate(form.value.draft, adopting)
      const placed = draft.areas.length > 0 ? draft : { ...draft, areas: present }
      setChosen({ kind: 'read', review: { name: file.name, kind, draft: placed, notes, left } })
    } catch {
      refused({ code: 'import.unreadable' })
    }
  }
  return { chosen, choose: (file: File) => void choose(file) }
}
