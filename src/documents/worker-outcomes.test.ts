import { expect, it } from 'vitest'
import { catchWorkerFailures } from './worker-outcomes.ts'

it('calls work that fails a failure of this device, never of the server', async () => {
  const caught = catchWorkerFailures(new EventTarget() as Worker)
  const problem = { code: 'device.file-failed' }
  expect(await caught(Promise.reject(new Error('a sheet called History')))).toEqual({ ok: false, problem })
  expect(await caught(Promise.resolve(1))).toEqual({ ok: true, value: 1 })
})

it('calls a worker that cannot be loaded a missing connection', async () => {
  const worker = new EventTarget()
  const waiting = catchWorkerFailures(worker as Worker)(new Promise(() => undefined))
  worker.dispatchEvent(new Event('error'))
  expect(await waiting).toEqual({ ok: false, problem: { code: 'network.unreachable' } })
})
