import { mustWrite, type Local } from './local.ts'
import { metaOf, putMeta, readMeta } from './meta.ts'

/** Figures that somebody looked at, as the server told them. */
export type KeptFigures = {
  /** what they are of: a form, or all */
  readonly of: string
  /** how they were narrowed, as the address has it */
  readonly search: string
  readonly figures: unknown
}

/** Those looked at last: a form of sixty questions takes some 100 KB. */
export const MOST_KEPT_FIGURES = 8

/** From now on they are here without a network, too; those that nobody has looked at for longest go. Nobody is told when storage refuses: there is less to see offline, no more. */
export async function keepFigures(local: Local, kept: KeptFigures): Promise<void> {
  await mustWrite(local, ['meta'], async (database) => {
    // The account has left this device: what was on its way is not kept.
    if ((await metaOf(database, 'removed')) === true) return
    const others = ((await metaOf(database, 'figures')) ?? []).filter(
      ({ of, search }) => of !== kept.of || search !== kept.search,
    )
    await putMeta(database, 'figures', [kept, ...others].slice(0, MOST_KEPT_FIGURES))
  }).catch(() => undefined)
}

/** What this device has of it, the last looked at first. */
export async function readFigures(local: Local, of: string): Promise<readonly KeptFigures[]> {
  return ((await readMeta(local, 'figures')) ?? []).filter((kept) => kept.of === of)
}
