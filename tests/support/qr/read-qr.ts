/** Dark modules of a QR code, row by row, without its border. */
export type Modules = readonly (readonly boolean[])[]

/** ISO/IEC 18004, level M, by version: data codewords of each block, check codewords of one, alignment centre. */
const LEVEL_M: readonly { readonly data: readonly number[]; readonly check: number; readonly at: number }[] = [
  { data: [16], check: 10, at: 0 },
  { data: [28], check: 16, at: 18 },
  { data: [44], check: 26, at: 22 },
  { data: [32, 32], check: 18, at: 26 },
  { data: [43, 43], check: 24, at: 30 },
  { data: [27, 27, 27, 27], check: 16, at: 34 },
]
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/**
 * Reads a QR code of level M up to version 6 from its modules, by the standard, independently of the library that draws
 * them. It corrects no errors: it throws for a wrong format, function pattern or block check, so that a code it reads
 * is faultless.
 */
export function readQr(modules: Modules): string {
  const size = modules.length
  const level = LEVEL_M[(size - 17) / 4 - 1]
  if (level === undefined || modules.some((row) => row.length !== size)) throw new Error(`No such size: ${size}`)
  const dark = (x: number, y: number): boolean => modules[y]?.[x] === true
  const mask = MASKS[maskOf(dark, size)]
  const isFunction = functionPatterns(size, level.at)
  checkFinders(dark, size)
  const bits: number[] = []
  for (const [x, y] of zigzag(size)) if (!isFunction(x, y)) bits.push(Number(dark(x, y) !== mask?.(x, y)))
  return textOf(blocksOf(bytesOf(bits), level))
}

/** The format is stored twice; its level must be M, and its checksum right. */
function maskOf(dark: (x: number, y: number) => boolean, size: number): number {
  const along = [0, 1, 2, 3, 4, 5, 7, 8]
  const first = [...along.map((x) => dark(x, 8)), dark(8, 7), ...[5, 4, 3, 2, 1, 0].map((y) => dark(8, y))]
  const second = [
    ...Array.from({ length: 7 }, (_, back) => dark(8, size - 1 - back)),
    ...Array.from({ length: 8 }, (_, on) => dark(size - 8 + on, 8)),
  ]
  const [one, other] = [first, second].map((read) => read.reduce((sum, bit) => sum * 2 + Number(bit), 0) ^ 0x5412)
  if (one === undefined || one !== other) throw new Error('The two formats differ')
  let rest = one
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10)
  if (rest !== 0 || one >> 13 !== 0) throw new Error('The format is wrong, or its level is not M')
  return (one >> 10) & 7
}

function functionPatterns(size: number, at: number): (x: number, y: number) => boolean {
  return (x, y) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && (y < 9 || y >= size - 8)) ||
    (x >= size - 8 && y < 9) ||
    (at > 0 && Math.abs(x - at) <= 2 && Math.abs(y - at) <= 2)
}

function checkFinders(dark: (x: number, y: number) => boolean, size: number): void {
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    for (let y = 0; y < 7; y += 1)
      for (let x = 0; x < 7; x += 1)
        if (dark(left + x, top + y) !== (Math.max(Math.abs(x - 3), Math.abs(y - 3)) !== 2))
          throw new Error('A camera does not find it')
}

function* zigzag(size: number): Generator<readonly [number, number]> {
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step
      yield [right, y]
      yield [right - 1, y]
    }
    isUp = !isUp
  }
}

function bytesOf(bits: readonly number[]): readonly number[] {
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  )
}

/** Codewords are interleaved, one of each block. @returns the data codewords, block after block */
function blocksOf(bytes: readonly number[], { data, check }: (typeof LEVEL_M)[number]): readonly number[] {
  const [length = 0] = data
  return data.flatMap((_, block) => {
    const own = bytes.filter((_, at) => at % data.length === block).slice(0, length + check)
    checkBlock(own, check)
    return own.slice(0, length)
  })
}

/** Reed-Solomon: the block is zero at the first powers of 2 in GF(256). */
function checkBlock(block: readonly number[], check: number): void {
  for (let power = 0, root = 1; power < check; power += 1, root = times(root, 2))
    if (block.reduce((sum, byte) => times(sum, root) ^ byte, 0) !== 0) throw new Error('A block is damaged')
}

function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

function textOf(data: readonly number[]): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (count: number): number => parseInt(bits.slice(at, (at += count)), 2)
  const bytes: number[] = []
  for (let mode = take(4); mode > 0 && at < bits.length; mode = at + 4 <= bits.length ? take(4) : 0) {
    if (mode === 4) for (let left = take(8); left > 0; left -= 1) bytes.push(take(8))
    else if (mode === 2)
      for (let left = take(9); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6)
        const letters = left > 1 ? [Math.floor(pair / 45), pair % 45] : [pair]
        bytes.push(...letters.map((letter) => LETTERS.charCodeAt(letter)))
      }
    else throw new Error(`No such mode here: ${mode}`)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
}
