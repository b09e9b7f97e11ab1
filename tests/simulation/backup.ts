import { createLostScreens, type LostScreensDeps } from './lost-screens.ts'
import type { SimServer } from './server.ts'
import type { createTown } from './town.ts'

type BackupDeps = LostScreensDeps & {
  readonly server: () => SimServer
  readonly town: ReturnType<typeof createTown>
}

/** The server's nightly backup, and its restoration. */
export function createBackup({ server, town, ...deps }: BackupDeps) {
  const { oracle, trace } = deps
  const screens = createLostScreens(deps)
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
        const continueOnScreens = screens.look()
        model()
        await enterAgain()
        continueOnScreens()
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
