import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { PasswordQueueFullError, type PasswordHasher } from '../ports.ts'

/**
 * Parameters of scrypt. `cost`: binary logarithm of N. Each concurrent hash uses 128 · 2^cost · blockSize bytes of
 * memory.
 */
export type ScryptCost = { readonly cost: number; readonly blockSize: number; readonly parallelization: number }

/**
 * OWASP's parameters for 32 MB. They are as strong as 128 MB in one pass, and a small machine can run several at once.
 */
const DEFAULT_COST: ScryptCost = { cost: 15, blockSize: 8, parallelization: 3 }
/** Maximum concurrent hashes. Node's pool has four threads, and two stay free for files. */
const MAX_PARALLEL = 2
/** Queue limit, a few seconds of hashing. A set of recovery codes waits with one code at a time. */
const MAX_WAITING = 32
const SALT_BYTES = 16
const KEY_BYTES = 32
const STORED_HASH = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/**
 * Hashes passwords as `scrypt$15$8$3$salt$key`. Each hash contains its cost, so that the cost can be raised and old
 * hashes stay valid.
 */
export function createScryptHasher(cost: ScryptCost = DEFAULT_COST): PasswordHasher {
  const { derive, isFull } = createQueue()
  // Used for an unknown login, so that it takes as long as a known one.
  const unknownUser = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) }
  return {
    isFull,
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(password, salt, cost)
      const numbers = [cost.cost, cost.blockSize, cost.parallelization].join('$')
      return `scrypt$${numbers}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    verify: async (password, hash) => {
      const stored = hash === undefined ? undefined : parseStoredHash(hash)
      const against = stored ?? unknownUser
      const key = await derive(password, against.salt, against.cost)
      return timingSafeEqual(key, against.key) && stored !== undefined
    },
  }
}

function parseStoredHash(hash: string) {
  const [, cost, blockSize, parallelization, salt, key] = STORED_HASH.exec(hash) ?? []
  if (salt === undefined || key === undefined) return undefined
  return {
    cost: { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

/**
 * Creates a queue that hashes in order, `MAX_PARALLEL` concurrently. Throws PasswordQueueFullError when `MAX_WAITING`
 * wait.
 */
function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  const isFull = (): boolean => waiting.length >= MAX_WAITING

  async function queued(...args: Parameters<typeof deriveKey>): Promise<Buffer> {
    if (running < MAX_PARALLEL) running += 1
    else if (isFull()) throw new PasswordQueueFullError()
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await deriveKey(...args)
    } finally {
      // Starts the next waiting hash.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return { derive: queued, isFull }
}

/** Hashes on the thread pool. Normalises to NFKC, because keyboards compose the same letter differently. */
function deriveKey(password: string, salt: Buffer, { cost, blockSize, parallelization }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 256 * 2 ** cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
