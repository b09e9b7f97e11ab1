import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import type { Step } from './catalogue.ts'
import { type Process, ProcessKilled } from './process.ts'

/** What the world may do to a write. */
export type WriteFate = 'done' | 'quota' | 'abort' | 'empty' | 'killed'

export type StorageWatch = {
  /** asked before each write of a living process */
  readonly beforeWrite: (process: Process, step: Step, store: string) => WriteFate
  /** a transaction that deleted something has completed */
  readonly afterDelete: (process: Process) => void
}

const owners = new WeakMap<object, { readonly process: Process; readonly watch: StorageWatch }>()

/** The disk of a device as one of its processes sees it; the disk itself (fake-indexeddb) outlives the process. */
export function storageFor(process: Process, disk: IDBFactory, watch: StorageWatch): IDBFactory {
  const adopt = (connection: IDBDatabase): void => {
    owners.set(connection, { process, watch })
    process.connections.add(connection)
  }
  const open = (name: string, version?: number): unknown => {
    if (!process.alive) throw new ProcessKilled('open')
    const request = disk.open(name, version)
    // Registered before the product's own listeners, so the connection has an owner before anybody uses it.
    request.addEventListener('upgradeneeded', () => adopt(request.result))
    request.addEventListener('success', () => adopt(request.result))
    return request
  }
  return new Proxy(disk, {
    get: (target, name) => {
      if (name === 'open') return open
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Makes fake-indexeddb ask the world before each write. Once for each process of the simulator. */
export function watchStorage(): void {
  const transaction = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function watched(this: IDBDatabase, ...args: Parameters<typeof transaction>) {
    const owner = owners.get(this)
    if (owner !== undefined && !owner.process.alive) throw new ProcessKilled('transaction')
    const started = transaction.apply(this, args)
    if (owner === undefined) return started
    const handle = started
    owner.process.transactions.add(handle)
    const ended = (): boolean => owner.process.transactions.delete(handle)
    handle.addEventListener('abort', ended)
    handle.addEventListener('complete', () => {
      ended()
      if (deleting.has(handle)) owner.watch.afterDelete(owner.process)
    })
    return started
  }
  for (const name of ['put', 'add', 'delete', 'clear'] as const) watchWrites(name)
}

const deleting = new WeakSet<object>()

function watchWrites(name: 'put' | 'add' | 'delete' | 'clear'): void {
  const write = IDBObjectStore.prototype[name] as (...args: unknown[]) => unknown
  const watched = function watched(this: IDBObjectStore, ...args: unknown[]): unknown {
    const handle = this.transaction
    const owner = owners.get(handle.db)
    if (owner === undefined) return write.apply(this, args)
    if (name === 'delete' || name === 'clear') deleting.add(handle)
    const step = stepOf(this.name, name, args[0])
    if (step === null) return write.apply(this, args)
    const fate = owner.watch.beforeWrite(owner.process, step, this.name)
    switch (fate) {
      case 'killed':
        throw new ProcessKilled(step)
      case 'quota':
        throw new DOMException('The device is full', 'QuotaExceededError')
      case 'abort':
        handle.abort()
        throw new DOMException('Aborted by the browser', 'AbortError')
      case 'empty':
        return write.apply(this, [{ ...(args[0] as object), data: new ArrayBuffer(0) }, ...args.slice(1)])
      case 'done':
        return write.apply(this, args)
    }
  }
  Object.assign(IDBObjectStore.prototype, { [name]: watched })
}

/** Which step of an answer's life a write is; null for those that belong to none. */
function stepOf(store: string, operation: string, row: unknown): Step | null {
  switch (store) {
    case 'drafts':
      return operation === 'put' ? 'journal' : 'enqueue'
    case 'blobs':
      return operation === 'put' ? 'store file' : 'local delete'
    case 'answers':
      return 'store row'
    case 'receipts':
      return 'receipt stored'
    case 'outbox':
      return stepOfOutbox(operation, row)
    default:
      return null
  }
}

type OutboxRow = {
  readonly order?: number
  readonly state: string
  readonly entry: { readonly files: readonly { readonly confirmed: boolean }[] }
}

function stepOfOutbox(operation: string, row: unknown): Step {
  if (operation === 'delete' || operation === 'clear') return 'local delete'
  const { order, state, entry } = row as OutboxRow
  if (order === undefined) return 'enqueue'
  return state === 'sending' && entry.files.some((file) => file.confirmed) ? 'complete' : 'claim'
}
