import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../ports.ts'

/** `cost` is the binary logarithm of scrypt's N. Memory: 128 · 2^cost · blockSize bytes for each sign-in under way. */
export type ScryptCost = { readonly cost: number; readonly blockSize: number; readonly parallelization: number }

/** OWASP's figure for 32 MB: as strong as 128 MB in one pass, and a small machine can bear several at once. */
export const DEFAULT_COST: ScryptCost = { cost: 15, blockSize: 8, parallelization: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/** Passwords as `scrypt$15$8$3$salt$key`: each hash carries its cost, so that the cost can rise and old hashes stay good. */
export function scryptPasswords(cost: ScryptCost = DEFAULT_COST): Passwords {
  // Who has no account waits for this one, with a salt that nobody knows.
  const nobody = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) }
  return {
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

/** On the thread pool. NFKC, because keyboards differ in how they compose the same letter. */
function derive(password: string, salt: Buffer, { cost, blockSize, parallelization }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 256 * 2 ** cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
