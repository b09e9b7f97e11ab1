import { createLostScreens, type LostScreensDeps } from './lost-screens.ts'
import type { SimServer } from './server.ts'
import type { createTown } from './town.ts'

type BackupDeps = LostScreensDeps & {
  readonly server: () => SimServer
  readonly town: ReturnType<typeof createTown>
  /** 0: devices keep nothing that they have sent */
  readonly ownAnswersDays: number | undefined
}

/** The server's nightly backup, and its restoration. */
export function createBackup({ server, town, ...deps }: BackupDeps) {
  const { oracle, devices, ownAnswersDays, trace } = deps
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
        const compare = ownAnswersDays === 0 ? undefined : await oracle.returns.look(devices, server())
        await store()
        await compare?.()
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
