import { expect, it, vi } from 'vitest'
import { startAppUpdate, type WorkerContainer, type WorkerRegistration } from './app-update.ts'

function buildBrowser({ controller = {} as unknown, waiting = false, fetching = false } = {}) {
  const listeners = new Map<string, () => void>()
  const messages: unknown[] = []
  const worker = {
    state: 'installed',
    postMessage: (message: unknown) => void messages.push(message),
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
  }
  const add = (type: string, listener: () => void): void => void listeners.set(type, listener)
  const remove = (type: string): void => void listeners.delete(type)
  const container = { controller, addEventListener: add, removeEventListener: remove }
  const registration = {
    waiting: waiting ? worker : null,
    installing: worker as typeof worker | null,
    addEventListener: add,
    removeEventListener: remove,
  }
  const update = { open: false }
  const reload = vi.fn()
  const start = () =>
    startAppUpdate({
      container: container as WorkerContainer,
      registration: registration as WorkerRegistration,
      reload,
      mayApply: () => !update.open,
    })
  const arrive = (): void => {
    if (!fetching) listeners.get('updatefound')?.()
    registration.waiting = worker
    listeners.get('statechange')?.()
  }
  return { start, arrive, messages, reload, update, takeOver: () => listeners.get('controllerchange')?.() }
}

it('a new version takes over at once when no form is open, and the page loads again', () => {
  const { start, arrive, messages, reload, takeOver } = buildBrowser()
  start()
  arrive()
  expect(messages).toEqual([{ kind: 'skip-waiting' }])
  expect(reload).not.toHaveBeenCalled()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('a new version that was being fetched when the page was loaded takes over, too', () => {
  const { start, arrive, messages } = buildBrowser({ fetching: true })
  start()
  arrive()
  expect(messages).toEqual([{ kind: 'skip-waiting' }])
})

it('a new version waits for as long as a form is open', () => {
  const { start, arrive, messages, update } = buildBrowser()
  update.open = true
  const app = start()
  arrive()
  expect([messages, app.isWaiting()]).toEqual([[], true])
  update.open = false
  app.applyWhenIdle()
  expect(messages).toEqual([{ kind: 'skip-waiting' }])
})

it('a form stays open when another tab lets the new version in, and the page loads again afterwards', () => {
  const { start, reload, update, takeOver } = buildBrowser()
  update.open = true
  const app = start()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  update.open = false
  app.applyWhenIdle()
  expect(reload).toHaveBeenCalledOnce()
})

it('the very first worker is no update', () => {
  const { start, arrive, messages, reload, takeOver } = buildBrowser({ controller: null })
  start()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  arrive()
  expect(messages).toEqual([])
})

it('a version that was waiting before the page was opened is applied at its start', () => {
  const { start, messages } = buildBrowser({ waiting: true })
  start()
  expect(messages).toEqual([{ kind: 'skip-waiting' }])
})
