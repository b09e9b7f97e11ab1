import { submitMutationSchema } from '../../../../src/domain/answering/index.ts'
import type { Mutation } from '../../../../src/domain/sync/index.ts'
import { listOutbox, readOutboxSummary, saveAnswer, type Local } from '../../../../src/local/index.ts'
import { runSync } from '../../../../src/sync/index.ts'
import { SHAPES, submitOf, type Envelope } from '../world.ts'
import { capture, openDatabase, signIn, syncDeps } from './device.ts'
import { type DrainPage, expose } from './drain-page.ts'
import { withoutServer } from './no-server.ts'

let local: Local | undefined
let saved = 0
let alone: ReturnType<typeof withoutServer> | undefined

async function enter(): Promise<Local> {
  await signIn()
  const opened = openDatabase()
  const pulled = await runSync(syncDeps(opened))
  if (pulled.kind !== 'done') throw new Error(`The first pull failed: ${JSON.stringify(pulled)}`)
  return opened
}

const page: DrainPage = {
  async fill({ documents, first, photoBytes, variant }) {
    local ??= await enter()
    if (variant === 'alone') alone ??= withoutServer(syncDeps(local).fetch)
    for (const [index, document] of documents.entries()) {
      const files = photoBytes === 0 ? [] : [await capture(first + index, photoBytes)]
      const mutation: Mutation =
        files.length === 0
          ? submitMutationSchema.parse(document)
          : submitMutationSchema.parse(
              submitOf(
                SHAPES.photo,
                document as unknown as Envelope,
                files.map(({ claim }) => claim),
              ),
            )
      const result = await saveAnswer(local, { mutation, files })
      if (!result.ok) throw new Error(`Saving was refused: ${result.problem.code}`)
    }
    saved += documents.length
  },
  async drain() {
    if (local === undefined) throw new Error('fill first')
    // A run pushes first and then pulls. When the pull begins, the outbox is empty and every receipt stored. The rest
    // is news for the screens, and the peers fetch nothing here.
    let drainedAt = Number.NaN
    const deps = syncDeps(local)
    const started = performance.now()
    const outcome = await runSync({
      ...deps,
      fetch: (path, init) => {
        if (path.startsWith('/api/sync/pull') && Number.isNaN(drainedAt)) drainedAt = performance.now()
        return (alone ?? deps.fetch)(path, init)
      },
    })
    const milliseconds = drainedAt - started
    const { waiting, sending, quarantined } = await readOutboxSummary(local)
    if (outcome.kind !== 'done' || waiting + sending + quarantined > 0) {
      const [first] = await listOutbox(local)
      throw new Error(`Not drained: ${JSON.stringify(outcome)}, first left ${JSON.stringify(first?.state)}`)
    }
    const receipts = (await local.database.received.toArray()).flatMap((row) => row.receipts)
    const applied = receipts.filter((receipt) => receipt.status === 'applied' && receipt.code !== '')
    if (applied.length !== saved) throw new Error(`${saved} saved, ${applied.length} accepted with a code`)
    return {
      milliseconds,
      received: new Set(applied.map((receipt) => (receipt.status === 'applied' ? receipt.code : ''))).size,
    }
  },
}
expose(page)
