import { describe, expect, it } from 'vitest'
import { SYNC_TONES, computeSyncStatus, type SyncFacts } from './sync-status.ts'

const calm: SyncFacts = {
  waiting: 0,
  sending: 0,
  quarantined: 0,
  held: 0,
  edits: 0,
  online: true,
  failing: false,
  lapsed: false,
}

describe('syncStatus', () => {
  it('says that all is sent only when nothing waits, is on its way, refused, held or edited', () => {
    expect(computeSyncStatus(calm)).toEqual({ kind: 'sent' })
    for (const fact of ['waiting', 'sending', 'quarantined', 'held', 'edits'] as const) {
      expect(computeSyncStatus({ ...calm, [fact]: 1 }).kind).not.toBe('sent')
    }
  })

  it('does not say that all is sent while requests fail, and never hides waiting work behind that', () => {
    expect(computeSyncStatus({ ...calm, failing: true })).toEqual({ kind: 'failing' })
    expect(SYNC_TONES.failing).toBe('waiting')
    expect(computeSyncStatus({ ...calm, failing: true, waiting: 2 })).toEqual({ kind: 'waiting', count: 2 })
  })

  it('puts what a person must do before everything else', () => {
    const busy = { ...calm, waiting: 4, sending: 2, held: 1 }
    expect(computeSyncStatus({ ...busy, quarantined: 3, lapsed: true, online: false })).toEqual({
      kind: 'attention',
      count: 3,
    })
    expect(computeSyncStatus({ ...busy, lapsed: true })).toEqual({ kind: 'sign-in', count: 6 })
  })

  it('does not claim to send while offline', () => {
    expect(computeSyncStatus({ ...calm, sending: 1, waiting: 1, online: false })).toEqual({ kind: 'offline', count: 2 })
  })

  it('counts what is left while sending', () => {
    expect(computeSyncStatus({ ...calm, sending: 1, waiting: 4 })).toEqual({ kind: 'sending', count: 5 })
  })
})
