import { Readable, Writable } from 'node:stream'
import type { Clock } from '#core/ports.ts'
import type { CloudBucket, CloudFile } from '#firebase/storage/bucket.ts'

type Stored = {
  readonly bytes: Buffer
  readonly updated: string
  readonly generation: string
  readonly metageneration: string
}

/**
 * A fake Cloud Storage bucket: whole objects, preconditions, sorted names, at most 32 joined, 404 for missing objects.
 */
export function fakeBucket(clock: Clock): CloudBucket & { readonly names: () => readonly string[] } {
  const objects = new Map<string, Stored>()
  let generations = 0

  function put(name: string, bytes: Buffer, ifGenerationMatch: number | undefined): void {
    if (ifGenerationMatch === 0 && objects.has(name)) throw failure(412)
    generations += 1
    objects.set(name, {
      bytes,
      updated: new Date(clock()).toISOString(),
      generation: String(generations),
      metageneration: '1',
    })
  }
  function take(name: string): Stored {
    const stored = objects.get(name)
    if (stored === undefined) throw failure(404)
    return stored
  }
  const metadata = ({ bytes, ...facts }: Stored) => ({ size: String(bytes.length), ...facts })

  function file(name: string): CloudFile {
    const listed = objects.get(name)
    return {
      name,
      metadata: listed === undefined ? {} : metadata(listed),
      createReadStream: ({ start = 0, end = Infinity } = {}) =>
        Readable.from(pieces(() => take(name).bytes.subarray(start, end + 1))),
      createWriteStream: ({ preconditionOpts }) => {
        const chunks: Buffer[] = []
        return new Writable({
          write: (chunk: Buffer, _, done) => {
            chunks.push(Buffer.from(chunk))
            setImmediate(done)
          },
          final: (done) => {
            try {
              put(name, Buffer.concat(chunks), preconditionOpts.ifGenerationMatch)
              done()
            } catch (error) {
              done(error as Error)
            }
          },
        })
      },
      save: async (data, { preconditionOpts }) => put(name, Buffer.from(data), preconditionOpts.ifGenerationMatch),
      getMetadata: async () => [metadata(take(name))],
      setMetadata: async () => {
        const stored = take(name)
        objects.set(name, {
          ...stored,
          updated: new Date(clock()).toISOString(),
          metageneration: String(Number(stored.metageneration) + 1),
        })
      },
      delete: async ({ ignoreNotFound, ifGenerationMatch, ifMetagenerationMatch }) => {
        const stored = objects.get(name)
        if (stored === undefined && ignoreNotFound) return
        const { generation, metageneration } = stored ?? take(name)
        if (
          String(ifGenerationMatch ?? generation) !== generation ||
          String(ifMetagenerationMatch ?? metageneration) !== metageneration
        )
          throw failure(412)
        objects.delete(name)
      },
    }
  }

  return {
    names: () => [...objects.keys()].sort(),
    file,
    getFiles: async ({ prefix, startOffset = '', maxResults }) => [
      [...objects.keys()]
        .filter((name) => name.startsWith(prefix) && name >= startOffset)
        .sort()
        .slice(0, maxResults)
        .map(file),
    ],
    combine: async (sources, destination, { ifGenerationMatch } = {}) => {
      if (sources.length === 0 || sources.length > 32) throw failure(400)
      put(destination, Buffer.concat(sources.map((name) => take(name).bytes)), ifGenerationMatch)
    },
  }
}

async function* pieces(bytes: () => Buffer): AsyncGenerator<Buffer> {
  const all = bytes()
  for (let i = 0; i < all.length; i += 65_536) yield all.subarray(i, i + 65_536)
}

function failure(code: number): Error {
  return Object.assign(new Error(`Cloud Storage: ${code}`), { code })
}
