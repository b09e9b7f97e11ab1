import { describe, expect, it, vi } from 'vitest'
import type { RequestOutcome } from '#domain/endpoints/index.ts'
import type { RunningExport, WrittenExport } from '#documents/index.ts'
import type { ExportBatch } from '#domain/exports/index.ts'
import { ok, templateIdSchema, type Problem } from '#domain/kernel/index.ts'
import { EMPTY_ANSWER_FILTER } from '#domain/answers/index.ts'
import { runExport, type RunExportDeps, type ExportStage } from './run-export.ts'

const WANTED = { template: templateIdSchema.parse('nota'), filter: EMPTY_ANSWER_FILTER, format: 'xlsx' } as const
const FILE: WrittenExport = { kind: 'file', file: new Blob(['x']) }

/** A batch of this many answers whose content does not matter. */
const batch = (answers: number, total: number, lastDoc: string | null = null, version = 1): ExportBatch => ({
  status: 'ok',
  answers: Array.from({ length: answers }, () => ({})) as unknown as ExportBatch['answers'],
  lastDoc,
  total,
  hidden: 0,
  versions: [{ version, secciones: [] }],
})
const here = (value: ExportBatch): RequestOutcome<ExportBatch> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })
const retry = (code: Problem['code'], after?: number): RequestOutcome<ExportBatch> => ({
  kind: 'retry',
  problem: { code },
  ...(after === undefined ? {} : { after }),
})
const CUT = retry('network.unreachable')

/** An export with these successive replies of the server. */
function run(
  says: readonly RequestOutcome<ExportBatch>[],
  more: Partial<RunExportDeps> = {},
  written: WrittenExport = FILE,
  lost: readonly boolean[] = [],
) {
  const steps: ExportStage[] = []
  const waited: number[] = []
  const writers: { readonly added: number[]; ended: boolean }[] = []
  const left = [...says]
  const ask = vi.fn<RunExportDeps['ask']>(async () => left.shift() ?? CUT)
  const open = (): RunningExport => {
    const writer = { added: [] as number[], ended: false }
    writers.push(writer)
    return {
      add: async ({ answers }) => {
        writer.added.push(answers.length)
        return ok(undefined)
      },
      finish: async (_format, progress) => {
        progress(1)
        for (const waits of lost) progress(1, waits)
        return ok(written)
      },
      end: () => {
        writer.ended = true
      },
    }
  }
  const wait = async (milliseconds: number) => {
    waited.push(milliseconds)
  }
  const tell = (underway: ExportStage) => steps.push(underway)
  const signal = new AbortController().signal
  const ended = runExport(WANTED, { ask, open, wait, signal, tell, ...more })
  return { ended, steps, waited, writers, ask }
}

describe('an export', () => {
  it('continues from batch to batch, names the versions that it has, and says how far it is', async () => {
    const { ended, steps, writers, ask } = run([here(batch(250, 400, 'a')), here(batch(150, 400, null, 2))])
    expect(await ended).toEqual({ kind: 'file', file: FILE.kind === 'file' && FILE.file, answers: 400 })
    expect(ask.mock.calls.map(([{ lastDoc, sections }]) => [lastDoc, sections])).toEqual([
      [null, []],
      ['a', [1]],
    ])
    expect(writers).toEqual([{ added: [250, 150], ended: true }])
    expect(steps).toEqual([
      { kind: 'taking', percent: 0 },
      { kind: 'taking', percent: 62 },
      { kind: 'taking', percent: 99 },
      { kind: 'writing', percent: 0 },
      { kind: 'writing', percent: 0 },
    ])
  })

  it('waits for a line that is lost, longer each time, and asks for nothing twice that has come', async () => {
    const { ended, steps, waited, writers, ask } = run([here(batch(250, 400, 'a')), CUT, CUT, here(batch(150, 400))])
    expect(await ended).toMatchObject({ kind: 'file', answers: 400 })
    expect([waited, writers[0]?.added]).toEqual([
      [1000, 2000],
      [250, 150],
    ])
    expect(steps).toContainEqual({ kind: 'waiting', percent: 62 })
    expect(ask.mock.calls.map(([{ lastDoc }]) => lastDoc)).toEqual([null, 'a', 'a', 'a'])
  })

  it('of files says that the line is lost while they are fetched, and that it is back', async () => {
    const { ended, steps } = run([here(batch(4, 4))], {}, FILE, [true, false])
    await ended
    expect(steps.slice(-3)).toEqual([
      { kind: 'writing', percent: 25 },
      { kind: 'waiting', percent: 25 },
      { kind: 'writing', percent: 25 },
    ])
  })

  it('waits as long as a busy server says', async () => {
    const { ended, waited } = run([here(batch(1, 2, 'a')), retry('server.busy', 7000), here(batch(1, 2))])
    expect([(await ended).kind, waited]).toEqual(['file', [7000]])
  })

  it('gives up on a server that answers and fails', async () => {
    const fails = Array.from({ length: 5 }, () => retry('server.failed'))
    expect(await run(fails).ended).toEqual({ kind: 'failed', problem: { code: 'server.failed' } })
  })

  it('is refused where there is no network to begin with', async () => {
    const { ended, waited, writers } = run([CUT])
    expect([await ended, waited, writers[0]?.ended]).toEqual([{ kind: 'offline' }, [], true])
  })

  it.each(['access.forbidden', 'request.malformed'] as const)('ends with what the server refuses: %s', async (code) => {
    const problem = { code }
    expect(await run([{ kind: 'refused', problem, status: 403 }]).ended).toEqual({ kind: 'failed', problem })
  })

  it('of files whose session ends in the meantime hands over none, and says so', async () => {
    const { ended } = run([here(batch(2, 2))], {}, { kind: 'signed-out' })
    expect(await ended).toEqual({ kind: 'failed', problem: { code: 'session.required' } })
  })

  it('of nothing has no file', async () => {
    expect(await run([here(batch(0, 0))]).ended).toEqual({ kind: 'empty' })
  })

  it('hands over no file that lacks an answer: it begins again, three times at most', async () => {
    const short = here(batch(399, 400))
    const mended = run([short, here(batch(400, 400))])
    expect(await mended.ended).toMatchObject({ kind: 'file', answers: 400 })
    expect(mended.writers).toEqual([
      { added: [399], ended: true },
      { added: [400], ended: true },
    ])
    const never = run([short, short, short, here(batch(400, 400))])
    expect([await never.ended, never.ask.mock.calls.length]).toEqual([{ kind: 'failed' }, 3])
  })

  it('that is cancelled gives back what it holds at once, while it waits, too', async () => {
    const controller = new AbortController()
    const { ended, writers, ask } = run([here(batch(1, 2, 'a')), CUT], {
      signal: controller.signal,
      wait: () => new Promise(() => controller.abort()),
    })
    expect(await ended).toEqual({ kind: 'cancelled' })
    expect([writers[0]?.ended, ask.mock.calls.length]).toEqual([true, 2])
  })

  it.each([{ kind: 'too-wide', columns: 20_000 }, { kind: 'nowhere' }] as const)(
    'says that a file is %j',
    async (steps) => {
      expect(await run([here(batch(1, 1))], {}, steps).ended).toEqual(steps)
    },
  )
})
