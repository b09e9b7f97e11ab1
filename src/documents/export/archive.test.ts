import { describe, expect, it } from 'vitest'
import type { ArchivedFile } from '#domain/exports/index.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { archiveOf, MISSING } from './archive.ts'

const file = (name: string, folder = 'VIS1'): ArchivedFile => ({ folder, name, address: `/files/${name}` })
const photo = (text: string) =>
  new Response(text, { headers: { 'content-disposition': 'inline; filename="IMG 1.JPG"; filename*=UTF-8\'\'x.svg' } })

/** An archive from a server that says these of each address, one after the other; the last again and again. */
async function made(files: readonly ArchivedFile[], says: Readonly<Record<string, readonly (() => Response)[]>>) {
  const [waited, asked]: [number[], string[]] = [[], []]
  const archive = await archiveOf(
    (async function* () {
      yield* files
    })(),
    {
      fetch: async (address) => {
        const name = address.slice('/files/'.length)
        const times = asked.filter((one) => one === name).length
        asked.push(name)
        const replies = says[name] ?? []
        return (replies[Math.min(times, replies.length - 1)] ?? (() => photo(name)))()
      },
      wait: async (milliseconds) => void waited.push(milliseconds),
    },
  )
  const inside = readZip(new Uint8Array(await archive.file.arrayBuffer()))
  return {
    archive,
    waited,
    asked,
    inside: Object.fromEntries(Object.entries(inside).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])),
  }
}
const cut = (): Response => {
  throw new TypeError('Failed to fetch')
}

describe('an archive of files', () => {
  it('has each by its folder and name, with the ending that it came with', async () => {
    const { archive, inside } = await made([file('a'), file('ñ · b', 'VIS2')], {})
    expect(inside).toEqual({ 'VIS1/a.jpg': 'a', 'VIS2/ñ · b.jpg': 'ñ · b' })
    expect([archive.files, archive.missing, archive.file.type]).toEqual([2, [], 'application/zip'])
  })

  it('asks again for what could not be had, as late as the server says', async () => {
    const busy = () => new Response('', { status: 503, headers: { 'retry-after': '7' } })
    const { waited, inside } = await made([file('a'), file('b')], { a: [cut, busy, () => photo('a')] })
    expect(waited).toEqual([1_000, 7_000])
    expect(inside['VIS1/a.jpg']).toBe('a')
  })

  it('names what is missing, in the archive and beside it, and goes on', async () => {
    const gone = () => new Response('', { status: 404 })
    const { archive, inside, waited } = await made([file('a'), file('b'), file('c')], { b: [gone] })
    expect(archive.missing).toEqual(['VIS1/b'])
    expect(inside).toEqual({ 'VIS1/a.jpg': 'a', 'VIS1/c.jpg': 'c', [MISSING]: 'VIS1/b\r\n' })
    expect(waited).toEqual([])
  })

  it('does not wait for each of a thousand files where the line is lost, and begins again when it is back', async () => {
    const { archive, waited, asked } = await made([file('a'), file('b'), file('c'), file('d')], {
      a: [cut],
      b: [cut],
      d: [cut, () => photo('d')],
    })
    expect(asked).toEqual(['a', 'a', 'a', 'a', 'b', 'c', 'd', 'd'])
    expect(waited).toEqual([1_000, 3_000, 9_000, 1_000])
    expect(archive.missing).toEqual(['VIS1/a', 'VIS1/b'])
  })

  it('holds one file at a time', async () => {
    let [open, most] = [0, 0]
    const bytes = new Uint8Array(1_000_000)
    const archive = await archiveOf(
      (async function* () {
        for (let at = 0; at < 20; at += 1) {
          open += 1
          most = Math.max(most, open)
          yield file(String(at))
          open -= 1
        }
      })(),
      { fetch: async () => new Response(bytes), wait: async () => undefined },
    )
    expect([most, archive.files]).toEqual([1, 20])
    expect(archive.file.size).toBeGreaterThan(20_000_000)
  })
})
