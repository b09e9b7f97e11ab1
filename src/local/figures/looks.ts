import { keepReceived, readMeta, type KeptFigures, type Local } from '#local/index.ts'

/** Those looked at last: a form of sixty questions takes some 100 KB. */
export const MOST_KEPT_FIGURES = 8

/** From now on they are here without a network, too; those that were not looked at for longest go. Nobody is told when storage refuses: there is less to see offline, no more. */
export async function keepFigures(local: Local, kept: KeptFigures): Promise<void> {
  await keepReceived(local, 'figures', (before = []) =>
    [kept, ...before.filter(({ of, search }) => of !== kept.of || search !== kept.search)].slice(0, MOST_KEPT_FIGURES),
  ).catch(() => undefined)
}

/** What this device has of it, the last looked at first. */
export async function readFigures(local: Local, of: string): Promise<readonly KeptFigures[]> {
  return ((await readMeta(local, 'figures')) ?? []).filter((kept) => kept.of === of)
}
