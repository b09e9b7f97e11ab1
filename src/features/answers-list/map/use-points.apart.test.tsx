// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import { generateAnswerId, ok, refuse, templateIdSchema } from '#domain/kernel/index.ts'
import type { AnswerPoint, AnswerPoints } from '#domain/answers/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import { usePoints } from './use-points.ts'

// jsdom has no workers: the same clusters, in this thread.
const opened = vi.hoisted(() => ({ count: 0 }))
vi.mock('#ui/map/index.ts', async () => {
  const { createClusterIndex } = await import('#ui/map/clusters/cluster-index.ts')
  return {
    openClusters: () => {
      opened.count += 1
      const clusters = createClusterIndex()
      return {
        add: async (...given: Parameters<typeof clusters.add>) => ok(clusters.add(...given)),
        renew: async (...given: Parameters<typeof clusters.renew>) => ok(clusters.renew(...given)),
        end: () => undefined,
      }
    },
  }
})
afterEach(() => {
  cleanup()
  opened.count = 0
})

const idOf = (number: number) => generateAnswerId(new Uint8Array(16).fill(number))
const point = (number: number): AnswerPoint => [-64, -31 - number / 100, idOf(number)]
const came = (points: readonly AnswerPoint[]): RequestOutcome<AnswerPoints> => ({
  kind: 'ok',
  value: { points },
  sentAt: 0,
  gotAt: 0,
})
const nota = templateIdSchema.parse('nota')
const ownLine = { id: idOf(9), place: { latitude: -31, longitude: -64 } } as AnswerTableRow

function Probe({ own }: { readonly own: readonly AnswerTableRow[] }) {
  const [{ count, edition, isDone, problem, refused }] = usePoints(nota, {}, { own, cached: [] })
  return <p>{isDone ? `${count} ${edition} ${problem?.code ?? 'whole'} ${refused ? 'refused' : ''}`.trim() : '…'}</p>
}

async function openMap(says: RequestOutcome<AnswerPoints>) {
  const server = { says }
  const listeners = new Set<Parameters<Account['onNews']>[0]>()
  const account = {
    ask: (async () => server.says) as unknown as RequestSender,
    onNews: (listener) => void listeners.add(listener),
  } as Account
  const map = (own: readonly AnswerTableRow[]) => (
    <AccountProvider value={account}>
      <Probe own={own} />
    </AccountProvider>
  )
  const { rerender } = render(map([]))
  await screen.findByText(/^\d/)
  const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeDefined(), { timeout: 5_000 })
  return {
    server,
    shows,
    nudge: () => act(async () => listeners.forEach((listener) => listener(['answers']))),
    withOwn: (own: readonly AnswerTableRow[]) => rerender(map(own)),
  }
}

describe('the points of a map that is open', () => {
  it('follow news in the same clusters, and are no other edition where nothing is another', async () => {
    const { server, shows, nudge } = await openMap(came([point(1), point(2)]))
    await shows('2 1 whole')
    server.says = came([point(2), point(3), point(4)])
    await nudge()
    await shows('3 2 whole')
    server.says = came([point(4), point(3), point(2)])
    await nudge()
    server.says = came([point(2)])
    await nudge()
    await shows('1 3 whole')
    expect(opened.count).toBe(1)
  })

  it('stay as they are when they cannot be asked for again, and go where the right to see them has gone', async () => {
    const { server, shows, nudge } = await openMap(came([point(1)]))
    server.says = { kind: 'retry', problem: { code: 'network.unreachable' } }
    await nudge()
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    await shows('1 1 whole')
    server.says = { kind: 'refused', status: 403, problem: refuse('access.forbidden').problem }
    await nudge()
    await shows('1 1 access.forbidden refused')
  })

  it('have what is saved on this device in the meantime', async () => {
    const { shows, withOwn } = await openMap(came([point(1)]))
    withOwn([ownLine])
    await shows('2 2 whole')
  })

  it('are whole again after a line that was lost at first', async () => {
    const { server, shows, nudge } = await openMap({ kind: 'retry', problem: { code: 'network.unreachable' } })
    await shows('0 0 network.unreachable')
    server.says = came([point(1)])
    await nudge()
    await shows('1 1 whole')
  })
})
