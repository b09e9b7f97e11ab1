import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { PasswordsBusyError, type Passwords } from '../ports.ts'

/** `cost` is the binary logarithm of scrypt's N. Memory: 128 · 2^cost · blockSize bytes for each sign-in under way. */
export type ScryptCost = { readonly cost: number; readonly blockSize: number; readonly parallelization: number }

/** OWASP's figure for 32 MB: as strong as 128 MB in one pass, and a small machine can bear several at once. */
export const DEFAULT_COST: ScryptCost = { cost: 15, blockSize: 8, parallelization: 3 }
/** Of Node's four threads, which files are read on, too: two stay free for these. */
const AT_ONCE = 2
/** Some seconds of hashing; who comes after that has to come again. Ten recovery codes at once fit thrice. */
const MOST_WAITING = 32
const SALT_BYTES = 16
const KEY_BYTES = 32
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/** `scrypt$15$8$3$salt$key`: each hash carries its cost, so that the cost can rise and old hashes stay good. */
export function scryptPasswords(cost: ScryptCost = DEFAULT_COST): Passwords {
  const { derive, isFull } = createQueue()
  // A login without an account waits for this one, with a salt that no one knows.
  const nobody = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) }
  return {
    isFull,
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(password, salt, cost)
      const numbers = [cost.cost, cost.blockSize, cost.parallelization].join('$')
      return `scrypt$${numbers}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    verify: async (password, hash) => {
      const stored = hash === undefined ? undefined : parse(hash)
      const against = stored ?? nobody
      const key = await derive(password, against.salt, against.cost)
      return timingSafeEqual(key, against.key) && stored !== undefined
    },
  }
}

function parse(hash: string) {
  const [, cost, blockSize, parallelization, salt, key] = STORED.exec(hash) ?? []
  if (salt === undefined || key === undefined) return undefined
  return {
    cost: { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

/** Hashes in their order, `AT_ONCE` together. Fails with PasswordsBusyError beyond `MOST_WAITING`. */
function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  const isFull = (): boolean => waiting.length >= MOST_WAITING

  async function queued(...asked: Parameters<typeof derive>): Promise<Buffer> {
    if (running < AT_ONCE) running += 1
    else if (isFull()) throw new PasswordsBusyError()
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await derive(...asked)
    } finally {
      // The next one takes this one's place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return { derive: queued, isFull }
}

/** On the thread pool. NFKC, because keyboards differ in how they compose the same letter. */
function derive(password: string, salt: Buffer, { cost, blockSize, parallelization }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 256 * 2 ** cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
