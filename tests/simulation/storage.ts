import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import type { Step } from './catalogue.ts'
import { type Process, ProcessKilled } from './process.ts'

/** Possible outcomes of a write. */
export type WriteFate = 'done' | 'quota' | 'abort' | 'empty' | 'killed'

export type StorageWatch = {
  /** resolves when an older tab has released the database; undefined when none holds it */
  readonly heldUp: () => Promise<void> | undefined
  /** called before the bytes of a file are read */
  readonly beforeRead: (process: Process, blob: string) => 'done' | 'unreadable'
  /** a relaxed write has begun, or a strict one has completed: all earlier writes are durable too */
  readonly flushed: (how: 'relaxed' | 'strict') => void
  /** called before each write of a living process; for a file, with the key of its row */
  readonly beforeWrite: (process: Process, step: Step, blob: string) => WriteFate
  /** called after a transaction that deleted something */
  readonly afterDelete: (process: Process) => void
}

const owners = new WeakMap<object, { readonly process: Process; readonly watch: StorageWatch }>()

/** The disk of a device as one of its processes sees it; the disk itself (fake-indexeddb) survives the process. */
export function storageFor(process: Process, disk: IDBFactory, watch: StorageWatch): IDBFactory {
  const adopt = (connection: IDBDatabase): void => {
    owners.set(connection, { process, watch })
    process.connections.add(connection)
  }
  const open = (name: string, version?: number): unknown => {
    if (!process.alive) throw new ProcessKilled('open')
    const held = name === 'relevo-device' ? undefined : watch.heldUp()
    if (held !== undefined) return openLater(held, () => open(name, version) as IDBOpenDBRequest)
    const request = disk.open(name, version)
    // Registered before the product's own listeners, so that the connection has an owner before it is used.
    request.addEventListener('upgradeneeded', () => {
      const { result: connection, transaction: upgrade } = request
      adopt(connection)
      if (upgrade === null) return
      process.transactions.add(upgrade)
      upgrade.addEventListener('complete', () => process.transactions.delete(upgrade))
      // Closes like a browser; fake-indexeddb would leave it open, with the previous tables.
      upgrade.addEventListener('abort', () => connection.close())
    })
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

/**
 * Like a browser while a tab of the old version holds the database: the request is `blocked`, and continues when that
 * tab is closed. (fake-indexeddb itself would poll forever, and the world would never be quiet.)
 */
function openLater(held: Promise<void>, open: () => IDBOpenDBRequest): unknown {
  type Name = 'onblocked' | 'onupgradeneeded' | 'onsuccess' | 'onerror'
  const late: { result?: unknown; transaction?: unknown; error?: unknown } & {
    [K in Name]?: (event: unknown) => unknown
  } = {}
  queueMicrotask(() => late.onblocked?.({ oldVersion: 0, newVersion: 1 }))
  void held.then(
    () => {
      const request = open()
      const pass = (name: Name) => (event: unknown) => {
        if (name !== 'onerror') Object.assign(late, { result: request.result })
        Object.assign(late, { transaction: request.transaction, error: request.error })
        return late[name]?.(event)
      }
      for (const name of ['onblocked', 'onupgradeneeded', 'onsuccess', 'onerror'] as const)
        Object.assign(request, { [name]: pass(name) })
    },
    () => undefined,
  )
  return late
}

/** Makes fake-indexeddb call the world before each write. Call once per process of the simulator. */
export function watchStorage(): void {
  const transaction = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function watched(this: IDBDatabase, ...args: Parameters<typeof transaction>) {
    const owner = owners.get(this)
    if (owner !== undefined && !owner.process.alive) throw new ProcessKilled('transaction')
    const started = transaction.apply(this, args)
    if (owner === undefined) return started
    const [, mode, options] = args
    const writes = mode === 'readwrite'
    const isStrict = (options as IDBTransactionOptions | undefined)?.durability === 'strict'
    if (writes && !isStrict) owner.watch.flushed('relaxed')
    const handle = started
    owner.process.transactions.add(handle)
    const ended = (): boolean => owner.process.transactions.delete(handle)
    handle.addEventListener('abort', ended)
    handle.addEventListener('complete', () => {
      ended()
      if (writes && isStrict) owner.watch.flushed('strict')
      if (deleting.has(handle)) owner.watch.afterDelete(owner.process)
    })
    return started
  }
  for (const name of ['put', 'add', 'delete', 'clear'] as const) watchWrites(name)
  const get = IDBObjectStore.prototype.get as (...args: unknown[]) => unknown
  const watched = function watched(this: IDBObjectStore, ...args: unknown[]): unknown {
    const owner = owners.get(this.transaction.db)
    if (owner !== undefined && this.name === 'blobs' && this.transaction.mode === 'readonly') {
      const fate = owner.watch.beforeRead(owner.process, String(args[0]))
      if (!owner.process.alive) throw new ProcessKilled('read')
      if (fate === 'unreadable') throw new DOMException('The file could not be read', 'NotReadableError')
    }
    return get.apply(this, args)
  }
  Object.assign(IDBObjectStore.prototype, { get: watched })
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
    const fate = owner.watch.beforeWrite(owner.process, step, this.name === 'blobs' ? blobOf(args[0]) : '')
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

/** The step of an answer's life that a write belongs to, or null. */
function stepOf(store: string, operation: string, row: unknown): Step | null {
  switch (store) {
    case 'drafts':
      return operation === 'put' ? 'journal' : 'enqueue'
    case 'blobs':
      return operation === 'put' ? 'store file' : 'local delete'
    case 'answers':
      return 'store row'
    case 'received':
      return 'receipt stored'
    case 'claims':
      return operation === 'add' ? 'claim' : null
    case 'outbox':
      return stepOfOutbox(operation, row)
    default:
      return null
  }
}

/** Puts pass the row, deletes its key. */
function blobOf(row: unknown): string {
  return typeof row === 'string' ? row : String((row as { readonly sha256?: unknown } | undefined)?.sha256)
}

type OutboxRow = {
  readonly order?: number
  readonly entry: { readonly files: readonly { readonly confirmed: boolean }[] }
}

function stepOfOutbox(operation: string, row: unknown): Step {
  if (operation === 'delete' || operation === 'clear') return 'local delete'
  const { order, entry } = row as OutboxRow
  if (order === undefined) return 'enqueue'
  return entry.files.some((file) => file.confirmed) ? 'complete' : 'claim'
}
