import { describe, expect, it } from 'vitest'
import type { ArchivedFile } from '#domain/exports/index.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { writeArchive, MISSING_FILES_LIST_NAME } from './archive.ts'
import { collectInBlobs } from './keep.ts'

const file = (name: string, folder = 'VIS1'): ArchivedFile => ({ folder, name, address: `/files/${name}` })
const photo = (text: string, name = 'IMG 1.JPG', type = 'image/jpeg') =>
  new Response(text, {
    headers: { 'content-type': type, 'content-disposition': `inline; filename="${name}"; filename*=UTF-8''x.svg` },
  })

/** An archive with these successive replies for each URL; the last one repeats. */
async function made(files: readonly ArchivedFile[], says: Readonly<Record<string, readonly (() => Response)[]>>) {
  const [waited, asked, losses]: [number[], string[], boolean[]] = [[], [], []]
  const archive = await writeArchive(
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
      keep: collectInBlobs,
    },
    (isLost) => losses.push(isLost),
  )
  if (archive === 'signed-out') throw new Error('Nobody has signed out')
  const inside = readZip(new Uint8Array(await archive.file.arrayBuffer()))
  return {
    archive,
    waited,
    asked,
    losses,
    inside: Object.fromEntries(Object.entries(inside).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])),
  }
}
const cut = (): Response => {
  throw new TypeError('Failed to fetch')
}

const failed = () => new Response('', { status: 500 })

describe('an archive of files', () => {
  it('has each by its folder and name, with the ending that it came with', async () => {
    const { archive, inside } = await made([file('a'), file('ñ · b', 'VIS2')], {})
    expect(inside).toEqual({ 'VIS1/a.jpg': 'a', 'VIS2/ñ · b.jpg': 'ñ · b' })
    expect([archive.files, archive.missing, archive.file.type]).toEqual([2, [], 'application/zip'])
  })

  it('gives no file an ending that makes something else of it than its bytes are', async () => {
    const { inside } = await made([file('a'), file('b'), file('c'), file('d')], {
      a: [() => photo('a', 'foto.hta')],
      b: [() => photo('b', 'acta.pdf.exe', 'application/pdf')],
      c: [() => photo('c', 'foto', 'image/png')],
      d: [() => photo('d', 'foto.jpeg')],
    })
    expect(Object.keys(inside)).toEqual(['VIS1/a.jpg', 'VIS1/b.pdf', 'VIS1/c.png', 'VIS1/d.jpeg'])
  })

  it('takes no page for a file: of a network that wants someone to agree to something first', async () => {
    const page = () => photo('<p>Welcome', 'x.jpg', 'text/html; charset=utf-8')
    const { inside } = await made([file('a')], { a: [page, () => photo('a')] })
    expect(inside).toEqual({ 'VIS1/a.jpg': 'a' })
  })

  it('is none where the session ends in the meantime, and the rest is not asked for', async () => {
    const over = () => new Response('', { status: 401 })
    const { asked, waited } = { asked: [] as string[], waited: [] as number[] }
    const archive = await writeArchive(
      (async function* () {
        yield* [file('a'), file('b'), file('c'), file('d')]
      })(),
      {
        fetch: async (address) => {
          asked.push(address)
          return asked.length === 2 ? over() : photo(address)
        },
        wait: async (milliseconds) => void waited.push(milliseconds),
        keep: collectInBlobs,
      },
    )
    expect([archive, asked.length, waited]).toEqual(['signed-out', 2, []])
  })

  it('asks again for what could not be had, as late as the server says', async () => {
    const busy = () => new Response('', { status: 503, headers: { 'retry-after': '7' } })
    const { waited, inside } = await made([file('a'), file('b')], { a: [failed, busy, () => photo('a')] })
    expect(waited).toEqual([1_000, 7_000])
    expect(inside['VIS1/a.jpg']).toBe('a')
  })

  it.each(['Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '-5', ''])(
    'pauses as it would without, where it is told to ask again at %j',
    async (when) => {
      const away = () => new Response('', { status: 503, headers: { 'retry-after': when } })
      const { waited, inside } = await made([file('a')], { a: [away, away, away, () => photo('a')] })
      expect(waited).toEqual([1_000, 2_000, 4_000])
      expect(inside['VIS1/a.jpg']).toBe('a')
    },
  )

  it('names what is missing, in the archive and beside it, and continues', async () => {
    const gone = () => new Response('', { status: 404 })
    const { archive, inside, waited } = await made([file('a'), file('b'), file('c')], { b: [gone] })
    expect(archive.missing).toEqual(['VIS1/b'])
    expect(inside).toEqual({ 'VIS1/a.jpg': 'a', 'VIS1/c.jpg': 'c', [MISSING_FILES_LIST_NAME]: 'VIS1/b\r\n' })
    expect(waited).toEqual([])
  })

  it('waits for a lost line, however long, says so, and asks for nothing twice that has come', async () => {
    const away = () => new Response('', { status: 502 })
    const outage = [...Array.from({ length: 7 }, () => cut), away, away]
    const { archive, waited, asked, losses, inside } = await made([file('a'), file('b'), file('c')], {
      b: [...outage, () => photo('b')],
    })
    expect(Object.keys(inside)).toEqual(['VIS1/a.jpg', 'VIS1/b.jpg', 'VIS1/c.jpg'])
    expect([archive.files, archive.missing]).toEqual([3, []])
    expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000])
    expect(asked).toEqual(['a', ...Array.from({ length: 10 }, () => 'b'), 'c'])
    expect(losses).toEqual([true, false])
  })

  it('names what the server fails to give, or gives in part, and does not wait for it for ever', async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('broke off')) }), {
        headers: { 'content-type': 'image/jpeg' },
      })
    const { archive, waited, losses } = await made([file('a'), file('b'), file('c')], {
      a: [failed],
      b: [broken, cut, () => photo('b')],
      c: [broken],
    })
    expect(archive.missing).toEqual(['VIS1/a', 'VIS1/c'])
    expect(waited).toEqual([1_000, 3_000, 9_000, 1_000, 1_000, 1_000, 3_000, 9_000])
    expect(losses).toEqual([true, false])
  })

  it('holds one file at a time', async () => {
    let [open, most] = [0, 0]
    const bytes = new Uint8Array(1_000_000)
    const archive = await writeArchive(
      (async function* () {
        for (let at = 0; at < 20; at += 1) {
          open += 1
          most = Math.max(most, open)
          yield file(String(at))
          open -= 1
        }
      })(),
      { fetch: async () => new Response(bytes), wait: async () => undefined, keep: collectInBlobs },
    )
    if (archive === 'signed-out') throw new Error('Nobody has signed out')
    expect([most, archive.files]).toEqual([1, 20])
    expect(archive.file.size).toBeGreaterThan(20_000_000)
  })
})
