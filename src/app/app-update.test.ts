import { Workbox } from 'workbox-window'
import { beforeEach, expect, it, vi } from 'vitest'
import { setOpenForm } from '#ui/index.ts'
import { registerServiceWorkerIfAllowed, updateWhenIdle } from './app-update.ts'

/** A worker as workbox-window presents it. */
function buildPage({ controlled = true, wake = async () => undefined as unknown } = {}) {
  const listeners = new Map<string, () => void>()
  const letIn = vi.fn()
  const reload = vi.fn()
  const addEventListener = (type: string, listener: unknown): void => void listeners.set(type, listener as () => void)
  updateWhenIdle({ addEventListener, messageSkipWaiting: letIn }, controlled, reload, wake)
  return { letIn, reload, arrive: () => listeners.get('waiting')?.(), takeOver: () => listeners.get('controlling')?.() }
}

beforeEach(() => setOpenForm(null))

const settled = () => new Promise((resolve) => setTimeout(resolve))

it('a new version takes over at once when no form is open, and the page loads again', async () => {
  const { arrive, letIn, reload, takeOver } = buildPage()
  arrive()
  await settled()
  expect(letIn).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('a new version waits for as long as a form is open', async () => {
  const { arrive, letIn } = buildPage()
  setOpenForm({ template: 'shop' })
  arrive()
  await settled()
  expect(letIn).not.toHaveBeenCalled()
  setOpenForm({ template: 'house' })
  await settled()
  expect(letIn).not.toHaveBeenCalled()
  setOpenForm(null)
  await settled()
  expect(letIn).toHaveBeenCalledOnce()
})

it('a form stays open when another tab lets the new version in, and the page loads again afterwards', () => {
  const { reload, takeOver } = buildPage()
  setOpenForm({ template: 'shop' })
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  setOpenForm(null)
  expect(reload).toHaveBeenCalledOnce()
})

it('the very first worker is no update, and the next one is', () => {
  const { reload, takeOver } = buildPage({ controlled: false })
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('a new version is let in when the old one is awake, and not when a form was opened in the meantime', async () => {
  const woken = Promise.withResolvers<void>()
  const { arrive, letIn } = buildPage({ wake: () => woken.promise })
  arrive()
  await settled()
  expect(letIn).not.toHaveBeenCalled()
  setOpenForm({ template: 'shop' })
  woken.resolve()
  await settled()
  expect(letIn).not.toHaveBeenCalled()
  setOpenForm(null)
  await settled()
  expect(letIn).toHaveBeenCalledOnce()
})

it.each([
  ['rejects', () => Promise.reject(new DOMException('blocked', 'SecurityError'))],
  ['resolves without a registration', () => Promise.resolve(undefined)],
])('a browser that blocks workers, whose registration %s, has none', async (_, register) => {
  const serviceWorker = { register, controller: null, addEventListener: () => undefined }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('location', new URL('http://localhost/publico/'))
  await expect(registerServiceWorkerIfAllowed(new Workbox('/service-worker.js'))).resolves.toBeUndefined()
  vi.unstubAllGlobals()
})
