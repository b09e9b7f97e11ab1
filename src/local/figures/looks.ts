import type { TemplateId } from '#domain/kernel/index.ts'
import { keepReceived, readMeta, type KeptFigures, type Local } from '#local/index.ts'
import { keepColumns } from './columns.ts'

/** Those looked at last: a form of sixty questions takes some 100 KB. */
export const MOST_KEPT_FIGURES = 8

/**
 * From now on they are here without a network; those longest not looked at go. A refusal of storage is not reported:
 * there is only less to see offline. Where the form hides small counts, all that says them exactly goes.
 */
export async function keepFigures(local: Local, kept: KeptFigures): Promise<void> {
  const masked = isMasked(kept)
  await keepReceived(local, 'figures', (before = []) => {
    const others = before.filter(
      (one) => one.of !== kept.of || (one.search !== kept.search && (!masked || isMasked(one))),
    )
    return [kept, ...others].slice(0, MOST_KEPT_FIGURES)
  }).catch(() => undefined)
  if (masked) await keepColumns(local, { form: kept.of as TemplateId, receivedAt: 0, bytes: new ArrayBuffer(0) })
}

function isMasked({ figures }: KeptFigures): boolean {
  return (figures as { readonly masked?: boolean } | undefined)?.masked === true
}

/** What this device has of it, the last looked at first. */
export async function readFigures(local: Local, of: string): Promise<readonly KeptFigures[]> {
  return ((await readMeta(local, 'figures')) ?? []).filter((kept) => kept.of === of)
}
