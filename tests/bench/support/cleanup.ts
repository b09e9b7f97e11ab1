import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Act = () => Promise<void>
const acts = new Set<Act>()

/** Registers a cleanup for the end of the bench, however it ends. @returns runs it now, at most once */
export function atEnd(act: Act): Act {
  const once: Act = async () => {
    if (!acts.delete(once)) return
    await act()
  }
  acts.add(once)
  return once
}

/** Runs all registered cleanups, newest first. A failing cleanup does not stop the others. */
export async function cleanUp(): Promise<void> {
  for (const act of [...acts].reverse()) await act().catch(() => undefined)
}

/** A folder on the machine's real disk (never a RAM disk: durability is being measured), removed at the end. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), `relevo-bench-${name}-`))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}
