import type { Oracle } from './oracle.ts'
import type { SimServer } from './server.ts'
import type { createTown } from './town.ts'

type BackupDeps = {
  readonly server: () => SimServer
  readonly oracle: Oracle
  readonly town: ReturnType<typeof createTown>
  readonly trace: (line: string) => void
}

/** The server's nightly backup, and the day on which it is needed. */
export function createBackup({ server, oracle, town, trace }: BackupDeps) {
  let bringBack: (() => Promise<void>) | undefined
  let underWay = false
  return {
    isThere: () => bringBack !== undefined && !underWay,
    make: () => {
      if (underWay) return
      const [store, model] = [server().backUp(), oracle.backup()]
      bringBack = async () => {
        const enterAgain = await town.remember()
        await store()
        model()
        await enterAgain()
      }
      trace('backup')
    },
    restore: () => {
      underWay = true
      trace('backup is brought back')
      void bringBack?.().then(() => {
        underWay = false
      })
    },
  }
}
