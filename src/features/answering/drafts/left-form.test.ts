import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { type Address, generateDeviceId, ok, userIdSchema } from '#domain/kernel/index.ts'
import { deleteDraft, loadDraft, openLocal } from '#local/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { addFile, patchValue, setValue } from '../form/form-actions.ts'
import { createAnsweringSession } from '../session.ts'
import { waitForDraftWrites, findLeavingSession, leaveForm } from './leaving-forms.ts'

const [TEXT, PHOTO] = ['0/0', '0/1'] as Address[] as [Address, Address]
const form = templateOf([section(0, [question(0), question(1, { adjuntar: true })])])
let seed = 0
const random = (length: number): Uint8Array => Uint8Array.from({ length }, () => (seed = (seed * 31 + 7) % 251))

/** An open form, and a photo that is stored on demand. */
function open() {
  const local = openLocal(userIdSchema.parse('ines'), { indexedDB: new IDBFactory(), IDBKeyRange })
  const timers = { set: (run: () => void, after: number) => setTimeout(run, after), clear: () => undefined }
  const host = { local, random, device: generateDeviceId(random(16)), now: () => Date.UTC(2026, 10, 21, 12), timers }
  const session = createAnsweringSession({ kind: 'new', template: form }, host)
  const began = vi.fn()
  const leave = session.follow(began)
  const { promise: shrunk, resolve: shrink } = Promise.withResolvers<void>()
  const take = async (name: string, ready: Promise<void>) => {
    const claim = claimFor(name, 'image/jpeg', name)
    await ready
    await session.files.attach(claim, new ArrayBuffer(3))
    addFile(session.form, claim)
    patchValue(session.form, PHOTO, { imagen: claim.sha256 })
    return ok(undefined)
  }
  void session.form.captures.follow(take('facade.jpg', shrunk))
  const takeAnother = () => take('door.jpg', Promise.resolve())
  return {
    local,
    session,
    leave,
    began,
    shrink,
    takeAnother,
    draft: async () => (await loadDraft(local, session.answer))?.draft,
  }
}

describe('a form that is left while a photo is on its way', () => {
  it('has the photo in its draft, and calls no one back to it', async () => {
    const { leave, began, shrink, draft } = open()
    const left = leave()
    shrink()
    await left
    expect((await draft())?.content.values).toMatchObject({ [PHOTO]: { imagen: expect.any(String) as string } })
    expect(began).not.toHaveBeenCalled()
  })

  it('has what was typed in its draft at once', async () => {
    const { session, leave, draft } = open()
    setValue(session.form, TEXT, { respuesta: 'a brick front' })
    void leave()
    await vi.waitFor(async () => expect((await draft())?.content.values).toHaveProperty(TEXT))
  })

  it('is gone on with as it is until then, and is opened from its draft afterwards', async () => {
    const { session, leave, shrink } = open()
    const left = leave()
    leaveForm(session, left)
    expect(findLeavingSession(session.answer)).toBe(session)
    shrink()
    await waitForDraftWrites(session.answer)
    await vi.waitFor(() => expect(findLeavingSession(session.answer)).toBeUndefined())
  })

  it.each([
    ['what was typed', { isTyped: true }],
    ['another photo', { isTyped: false }],
  ])('stays discarded when somebody throws its draft away meanwhile, with %s in it', async (_, { isTyped }) => {
    const { local, session, leave, shrink, draft, takeAnother } = open()
    if (isTyped) setValue(session.form, TEXT, { respuesta: 'a brick front' })
    else await takeAnother()
    const left = leave()
    await vi.waitFor(async () => expect(await draft()).toBeDefined())
    await deleteDraft(local, session.answer)
    shrink()
    await left
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([await draft(), await local.database.needs.count()]).toEqual([undefined, 0])
  })
})
