import type { TemplateId } from '#domain/kernel/index.ts'
import { updateMetaFromReply, readMeta, type StoredFigures, type Local } from '#local/index.ts'
import { storeFigureColumns } from './columns.ts'

/** Maximum number of stored figures, most recently viewed first. A form of sixty questions takes about 100 KB. */
export const MAX_STORED_FIGURES = 8

/**
 * Stores figures for use without a network, and deletes the least recently viewed. Ignores a storage refusal, because
 * only offline figures are lost. If the form hides small counts, deletes stored exact figures.
 */
export async function storeFigures(local: Local, keptFigures: StoredFigures): Promise<void> {
  const masked = isMasked(keptFigures)
  await updateMetaFromReply(local, 'figures', (before = []) => {
    const others = before.filter(
      (figures) =>
        figures.of !== keptFigures.of || (figures.search !== keptFigures.search && (!masked || isMasked(figures))),
    )
    return [keptFigures, ...others].slice(0, MAX_STORED_FIGURES)
  }).catch(() => undefined)
  if (masked)
    await storeFigureColumns(local, { form: keptFigures.of as TemplateId, receivedAt: 0, bytes: new ArrayBuffer(0) })
}

function isMasked({ figures }: StoredFigures): boolean {
  return (figures as { readonly masked?: boolean } | undefined)?.masked === true
}

/** Returns the stored figures of a form, most recently viewed first. */
export async function readStoredFigures(local: Local, of: string): Promise<readonly StoredFigures[]> {
  return ((await readMeta(local, 'figures')) ?? []).filter((keptFigures) => keptFigures.of === of)
}
